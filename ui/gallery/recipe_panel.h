// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "ui/gallery/clip_recipe.h"
#include "ui/state/worker.h"
#include "ui/widgets/card.h"

class QAction;
class QLabel;
class QVBoxLayout;

namespace fw::ui {

class ActionRegistry;
class Navigator;
class WrapLabel;

/// How the selected clip was generated, and commands to use its recipe. GUI thread only.
class RecipePanel : public Card {
  Q_OBJECT
 public:
  /// @param scope  where its shortcuts work
  RecipePanel(Navigator& navigator, ActionRegistry& actions, QWidget* scope, QWidget* parent = nullptr);

  QSize sizeHint() const override;

  /// @param clip  from `run`; null: none
  void setClip(std::shared_ptr<const GalleryRun> run, const GalleryClip* clip);
  /// A request for the same clip; nullopt until the file was read.
  std::optional<engine_api::GenerateRequest> generation() const;
  /// Text for copying; empty until the file was read.
  QString text() const;
  /// Why the step's weights cannot be used; empty if they can, or no clip is selected.
  QString whyNot() const;

 Q_SIGNALS:
  void recipeRead();

 private:
  void makeActions(ActionRegistry& actions, QWidget* scope);
  void show(const ClipRecipe& recipe);
  void showRows(const std::vector<std::pair<QString, QString>>& rows);
  void updateCommands();
  const StepWeights* weights() const;

  Navigator& m_navigator;
  std::shared_ptr<const GalleryRun> m_run;
  std::optional<GalleryClip> m_clip;
  std::optional<ClipRecipe> m_recipe;
  std::vector<std::pair<QString, QString>> m_rows;
  QVBoxLayout* m_list;
  std::vector<std::pair<QLabel*, WrapLabel*>> m_lines;  // those beyond m_rows are hidden
  WrapLabel* m_state;
  WrapLabel* m_whyNot;
  QAction* m_generate = nullptr;
  QAction* m_use = nullptr;
  std::vector<QAction*> m_others;
  Worker m_worker;  // last: destroyed first
};

}  // namespace fw::ui
