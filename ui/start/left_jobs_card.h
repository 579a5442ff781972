// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/widgets/card.h"

namespace fw::ui {

class EngineBridge;
class InterruptedCard;
class JobKeeper;
struct LeftJob;
class ProjectSession;
class Settings;

/// The jobs that waited or ran when the program ended, each to be queued again or forgotten. Runs that can be
/// resumed are in the card of the interrupted runs. Not there while there are none. GUI thread only.
class LeftJobsCard : public Card {
  Q_OBJECT
 public:
  LeftJobsCard(EngineBridge& bridge, JobKeeper& keeper, ProjectSession& session, Settings& settings,
               const InterruptedCard& runs, QWidget* parent = nullptr);

 private:
  void look();
  void showJobs();
  QWidget* makeRow(const LeftJob& job);
  QWidget* makeAddAll(const std::vector<LeftJob>& all);

  EngineBridge& m_bridge;
  JobKeeper& m_keeper;
  Settings& m_settings;
  const InterruptedCard& m_runs;
  QWidget* m_rows = nullptr;  // made anew when others are found
};

}  // namespace fw::ui
