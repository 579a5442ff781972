// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/navigator.h"
#include "ui/widgets/card.h"

class QCommandLinkButton;

namespace fw::ui {

class ActionRegistry;
class ClipStore;
class ProjectSession;
class RunListModel;

/// The next step for the open project as a button, and below it the permanent links. GUI thread only; counts
/// on the store's worker.
class NextStepCard : public Card {
  Q_OBJECT
 public:
  enum class Step { none, importClips, writeCaptions, train, watch, review };

  NextStepCard(ProjectSession& session, ClipStore& store, RunListModel& runs, Navigator& navigator,
               const ActionRegistry& actions, QWidget* parent = nullptr);

  Step step() const { return m_step; }

 private:
  void addShortcuts(const ActionRegistry& actions);
  void count();
  void choose();
  void show(Step step);
  void go();

  ProjectSession& m_session;
  ClipStore& m_store;
  RunListModel& m_runs;
  Navigator& m_navigator;
  QCommandLinkButton* m_button;
  Step m_step = Step::none;
  qint64 m_clips = -1;  // -1: not counted yet
  qint64 m_uncaptioned = 0;
};

}  // namespace fw::ui
