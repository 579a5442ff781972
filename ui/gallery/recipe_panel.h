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

/// How the chosen clip was made, and what can be made with it. GUI thread only.
class RecipePanel : public Card {
  Q_OBJECT
 public:
  /// @param scope  where its keys work
  RecipePanel(Navigator& navigator, ActionRegistry& actions, QWidget* scope, QWidget* parent = nullptr);

  QSize sizeHint() const override;

  /// @param clip  of `run`; null: none
  void setClip(std::shared_ptr<const GalleryRun> run, const GalleryClip* clip);
  /// What makes the clip again; nothing until the file was read.
  std::optional<engine_api::GenerateRequest> generation() const;
  /// What is copied; empty until the file was read.
  QString text() const;
  /// Why the step's weights cannot be used; empty when they can, or no clip is chosen.
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
  Worker m_worker;  // last: ends before all else
};

}  // namespace fw::ui
