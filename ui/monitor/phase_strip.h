// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QTimer>
#include <QWidget>
#include <array>

#include "ui/state/run_phases.h"

namespace fw::ui {

struct JobRow;
struct RunRow;

/// The phases of a run side by side: completed ones with their time, the current one with its time so far
/// and, if known, the time left. GUI thread only.
class PhaseStrip : public QWidget {
  Q_OBJECT
 public:
  explicit PhaseStrip(QWidget* parent = nullptr);

  /// Hidden if nothing is known. @param run  null: none  @param job  of this window that trains it or did so
  /// last; null: none
  void setRun(const RunRow* run, const JobRow* job);
  /// The text below a phase's name.
  QString timeOf(RunPhase phase) const;
  /// The phases' rectangles at a width: side by side, or in rows if there is too little room.
  std::array<QRectF, runPhaseCount> places(int width) const;
  QFont fontOf(RunPhase phase) const;
  QSize sizeHint() const override;
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void describe();
  double neededWidth(RunPhase phase) const;

  RunPhases m_phases;
  double m_fraction = -1;  // of the current phase
  std::optional<double> m_secondsLeft;
  bool m_isActive = false;
  QTimer m_clock;
};

}  // namespace fw::ui
