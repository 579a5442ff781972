// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/plan/plan_feed.h"
#include "ui/widgets/card.h"

class QAction;
class QLabel;

namespace fw::ui {

class EngineBridge;
class MemoryBars;
class RunCheck;
class RunDraft;
class WrapLabel;

/// What the run will need: memory of each phase against what is free now, time and disk. Live while settings
/// change. GUI thread only.
class PlanCard : public Card {
  Q_OBJECT
 public:
  /// @param fit      the command "Fit to my GPU"
  /// @param buckets  the one that takes a preset's buckets: shown while it can be done
  PlanCard(RunDraft& draft, const RunCheck& check, EngineBridge& bridge, QAction* fit, QAction* buckets,
           QWidget* parent = nullptr);

  /// Plans the draft as it is, when that can be done.
  /// @param processes  that will train it together
  void ask(int64_t processes = 1);
  /// Plans the same again: a run that ended has measured how long its steps take.
  void askAgain();
  /// Looks for settings that fit and lays them over the draft.
  void fit();
  /// Of the whole training; 0 when it is not known.
  double seconds() const;
  QString verdict() const;
  /// What is short besides the device's memory; nothing without a plan.
  std::vector<Fault> advice() const;
  /// Whether there is a plan, and what it needs on the device is free.
  bool fits() const;
  /// Whether there is one, and the device has too little for it.
  bool isTooLarge() const { return m_plan && freeBytes() > 0 && !fits(); }
  const MemoryBars& bars() const { return *m_bars; }

 Q_SIGNALS:
  void failed(const fw::Fault& fault);
  /// Another plan, or other memory that is free.
  void changed();

 private:
  void show();
  void showVerdict();
  void showFit(const engine_api::RunFit& fit);
  /// Why there is no plan; empty when there can be one.
  QString obstacle() const;
  std::string plannedText() const;
  int64_t freeBytes() const;
  int64_t stepCount() const;
  double stepSeconds() const;
  QString timeText() const;
  int64_t checkpointBytes() const;
  int64_t cacheBytes() const;
  QString diskText() const;

  RunDraft& m_draft;
  const RunCheck& m_check;
  EngineBridge& m_bridge;
  QAction* m_fit;
  PlanFeed m_feed;
  std::optional<engine_api::RunPlan> m_plan;
  QString m_problem;    // why the planner gave no plan
  QString m_fitted;     // what fitting changed, until the next change
  std::string m_asked;  // text
  int64_t m_askedProcesses = 1;
  MemoryBars* m_bars;
  QLabel* m_icon;
  WrapLabel* m_verdict;
  WrapLabel* m_facts;
};

}  // namespace fw::ui
