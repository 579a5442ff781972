// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "ui/state/navigator.h"
#include "ui/widgets/card.h"

class QCommandLinkButton;
class QToolButton;

namespace fw::ui {

class ActionRegistry;
class ClipStore;
class ProjectSession;
class RunListModel;

/// The steps from clips to a comparison, each with its state, the next one as a button, and below it the
/// permanent links. GUI thread only; reads the project on the store's worker.
class NextStepCard : public Card {
  Q_OBJECT
 public:
  enum class Step { none, importClips, writeCaptions, chooseBuckets, chooseModel, train, watch, review };

  NextStepCard(ProjectSession& session, ClipStore& store, RunListModel& runs, Navigator& navigator,
               const ActionRegistry& actions, QWidget* parent = nullptr);

  Step step() const { return m_step; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct State {
    bool isDone = false;
    QString detail{};
  };
  void addSteps();
  void addShortcuts(const ActionRegistry& actions);
  void read();
  void choose();
  void show(Step step);
  void go(Step step);
  State stateOf(Step step) const;
  QString reasonFor(Step step) const;

  ProjectSession& m_session;
  ClipStore& m_store;
  RunListModel& m_runs;
  Navigator& m_navigator;
  QCommandLinkButton* m_button;
  std::map<Step, QToolButton*> m_steps;
  Step m_step = Step::none;
  qint64 m_clips = -1;  // -1: not counted yet
  qint64 m_uncaptioned = 0;
  qint64 m_buckets = 0;
  QString m_model;  // empty: none is chosen
};

}  // namespace fw::ui
