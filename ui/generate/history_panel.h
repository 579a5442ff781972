// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/generate/clip_history.h"

class QAction;

namespace fw::ui {

class ActionRegistry;
class ClipGrid;
class WrapLabel;

/// The generated clips and their commands. GUI thread only.
class HistoryPanel : public QWidget {
  Q_OBJECT
 public:
  explicit HistoryPanel(ActionRegistry& actions, QWidget* parent = nullptr);

  ClipHistory& history() { return m_history; }
  ClipGrid* grid() const { return m_grid; }
  /// Selects a clip, now or once it is listed.
  void select(const QString& file);
  /// Empty: none.
  QString chosenFile() const;
  /// Disables removing.
  void setReadOnly(bool isReadOnly);

 Q_SIGNALS:
  void playRequested(const QString& file);
  /// The clip requested by select() is selected.
  void selected(const QString& file);
  void recipeRequested(const fw::engine_api::GenerateRequest& recipe);
  /// The clip is being moved to the trash.
  void removing(const QString& file);

 private:
  void makeActions(ActionRegistry& actions);
  void askToRemove();
  void showChosen();
  const MadeClip* chosen() const;

  ClipHistory m_history;
  ClipGrid* m_grid;
  WrapLabel* m_empty;
  bool m_isReadOnly = false;
  QString m_wanted;  // to be selected once it is listed
  QAction* m_use = nullptr;
  QAction* m_reveal = nullptr;
  QAction* m_remove = nullptr;
};

}  // namespace fw::ui
