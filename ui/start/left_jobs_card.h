// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "ui/state/job_keeper.h"
#include "ui/widgets/card.h"

namespace fw::ui {

class EngineBridge;
class InterruptedCard;
class ProjectSession;

/// Jobs that were waiting or running when the program ended, each to be queued again or removed from the
/// list. Resumable runs are in InterruptedCard. Hidden if there are none. GUI thread only.
class LeftJobsCard : public Card {
  Q_OBJECT
 public:
  LeftJobsCard(EngineBridge& bridge, JobKeeper& keeper, ProjectSession& session, const InterruptedCard& runs,
               QWidget* parent = nullptr);

  /// Titles of the offered jobs, if all of them can be added now.
  QStringList titles() const;
  void addAll();

 Q_SIGNALS:
  void jobsChanged();

 private:
  void look();
  /// A job, and whether it can be added now.
  using Offer = std::pair<LeftJob, bool>;
  void showJobs();
  void makeRows();
  QWidget* makeRow(const Offer& offer);
  QWidget* makeAddAll();

  EngineBridge& m_bridge;
  JobKeeper& m_keeper;
  const InterruptedCard& m_runs;
  std::vector<Offer> m_shown;
  QWidget* m_rows = nullptr;  // rebuilt when the jobs change
};

}  // namespace fw::ui
