// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/generate/clip_history.h"

class QAction;

namespace fw::ui {

class ActionRegistry;
class ClipGrid;
class WrapLabel;

/// The clips that were made, with what can be done with them. GUI thread only.
class HistoryPanel : public QWidget {
  Q_OBJECT
 public:
  explicit HistoryPanel(ActionRegistry& actions, QWidget* parent = nullptr);

  ClipHistory& history() { return m_history; }
  ClipGrid* grid() const { return m_grid; }
  /// Marks a clip, now or as soon as it is listed.
  void select(const QString& file);
  /// Empty: none.
  QString chosenFile() const;
  /// Nothing can be removed then.
  void setReadOnly(bool isReadOnly);

 Q_SIGNALS:
  void playWanted(const QString& file);
  /// What select() was to mark is marked.
  void selected(const QString& file);
  void recipeWanted(const fw::engine_api::GenerateRequest& recipe);
  /// The clip is on its way to the trash.
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
  QString m_wanted;  // to be marked when it is listed
  QAction* m_use = nullptr;
  QAction* m_reveal = nullptr;
  QAction* m_remove = nullptr;
};

}  // namespace fw::ui
