// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QVariantMap>
#include <vector>

#include "ui/charts/step_view.h"

class QGridLayout;
class QLabel;
class QToolButton;

namespace fw::ui {

class RunChart;
struct ChartRun;

/// The charts of the Monitor page: the loss over the whole width, the others in two columns where there is
/// room. Those that the runs have no figures for are not there. GUI thread only.
class ChartGrid : public QScrollArea {
  Q_OBJECT
 public:
  explicit ChartGrid(QWidget* parent = nullptr);

  /// A widget that is as wide as the loss chart, below it.
  void addBelowLoss(QWidget* widget);
  void setRuns(const std::vector<ChartRun>& runs);
  const std::vector<RunChart*>& charts() const { return m_charts; }
  StepView& view() { return m_view; }
  /// The steps and values in view; empty while that is all there is.
  QVariantMap place() const;
  /// As soon as the run's curves are there.
  void setPlace(const QString& run, const QVariantMap& place);
  /// The one with the focus, else the first.
  RunChart* chosenChart() const;

 Q_SIGNALS:
  void clipWanted(const QString& runFolder, const QString& clip);
  void exportWanted(RunChart* chart);
  /// Where the loss chart's axis of steps begins and ends, in its pixels.
  void stepAxisMoved(int left, int right);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  void takePlace();

  StepView m_view;
  QString m_run;  // that is looked at
  QString m_placeRun;
  QVariantMap m_place;  // that waits for the curves of m_placeRun
  QGridLayout* m_grid;
  QLabel* m_none;  // where no run has figures
  bool m_hasTwoInRow = true;
  std::vector<RunChart*> m_charts;
  std::vector<QWidget*> m_frames;  // parallel to m_charts: the chart with its button
};

}  // namespace fw::ui
