// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/plan/plan_feed.h"
#include "ui/widgets/card.h"
#include "workflow/preflight.h"

class QAction;
class QLabel;

namespace fw::ui {

class EngineBridge;
class MemoryBars;
class RunCheck;
class RunDraft;
class WrapLabel;

/// The run's needs: memory of each phase compared with the free memory, time and disk space. Updated as
/// settings change. GUI thread only.
class PlanCard : public Card {
  Q_OBJECT
 public:
  /// @param fit      the command "Fit to my GPU"
  /// @param buckets  the command that applies a preset's buckets, shown while available
  PlanCard(RunDraft& draft, const RunCheck& check, EngineBridge& bridge, QAction* fit, QAction* buckets,
           QWidget* parent = nullptr);

  /// Plans the current draft, if possible.
  /// @param processes  that will train it together
  void ask(int64_t processes = 1);
  /// Repeats the plan: a run that ended has measured its step time.
  void askAgain();
  /// Searches for settings that fit and applies them to the draft.
  void fit();
  /// Duration of the whole training; 0: unknown.
  double seconds() const;
  QString verdict() const;
  /// Shortages other than device memory; empty without a plan.
  std::vector<Fault> advice() const;
  /// Whether there is a plan and its device memory is free.
  bool fits() const;
  /// Whether there is a plan that needs more device memory than is free.
  bool isTooLarge() const { return m_plan && freeBytes() > 0 && !fits(); }
  const MemoryBars& bars() const { return *m_bars; }

 Q_SIGNALS:
  void failed(const fw::Fault& fault);
  /// A new plan, or a change in free memory.
  void changed();

 private:
  void show();
  void showVerdict();
  void showFit(const engine_api::RunFit& fit);
  /// Why there is no plan; empty if one is possible.
  QString obstacle() const;
  std::string plannedText() const;
  int64_t freeBytes() const;
  workflow::RunNeeds needs() const;  // of the plan
  double stepSeconds() const;
  QString timeText() const;
  QString diskText() const;

  RunDraft& m_draft;
  const RunCheck& m_check;
  EngineBridge& m_bridge;
  QAction* m_fit;
  PlanFeed m_feed;
  std::optional<engine_api::RunPlan> m_plan;
  QString m_problem;    // the planner's fault
  QString m_fitted;     // changes made by fitting, until the next change
  std::string m_asked;  // planned text
  int64_t m_askedProcesses = 1;
  MemoryBars* m_bars;
  QLabel* m_icon;
  WrapLabel* m_verdict;
  WrapLabel* m_facts;
};

}  // namespace fw::ui
