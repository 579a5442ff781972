// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/services.h"
#include "ui/widgets/card.h"

namespace fw::ui {

class InterruptedCard;
struct LeftJob;

/// The jobs that waited or ran when the program ended, each to be queued again or forgotten. Runs that can be
/// resumed are in the card of the interrupted runs. Not there while there are none. Thread: the window's.
class LeftJobsCard : public Card {
  Q_OBJECT
 public:
  LeftJobsCard(const Services& services, const InterruptedCard& runs, QWidget* parent = nullptr);

 private:
  void look();
  void showJobs();
  QWidget* makeRow(const LeftJob& job);

  Services m_services;
  const InterruptedCard& m_runs;
  QWidget* m_rows = nullptr;  // made anew when others are found
};

}  // namespace fw::ui
