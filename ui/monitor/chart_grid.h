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

/// The charts of the Monitor page: the loss at full width, the others in two columns if there is room. Charts
/// without data are hidden. GUI thread only.
class ChartGrid : public QScrollArea {
  Q_OBJECT
 public:
  explicit ChartGrid(QWidget* parent = nullptr);

  /// Adds a widget as wide as the loss chart, below it.
  void addBelowLoss(QWidget* widget);
  void setRuns(const std::vector<ChartRun>& runs);
  const std::vector<RunChart*>& charts() const { return m_charts; }
  StepView& view() { return m_view; }
  /// The visible steps and values; empty while everything is visible.
  QVariantMap place() const;
  /// Applied once the run's curves are loaded.
  void setPlace(const QString& run, const QVariantMap& place);
  /// The focused chart, otherwise the first.
  RunChart* chosenChart() const;

 Q_SIGNALS:
  void clipRequested(const QString& runFolder, const QString& clip);
  void exportRequested(RunChart* chart);
  /// The ends of the loss chart's step axis, in its pixels.
  void stepAxisMoved(int left, int right);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  void takePlace();

  StepView m_view;
  QString m_run;  // the displayed run
  QString m_placeRun;
  QVariantMap m_place;  // waiting for the curves of m_placeRun
  QGridLayout* m_grid;
  QLabel* m_none;  // shown if no run has data
  bool m_hasTwoInRow = true;
  std::vector<RunChart*> m_charts;
  std::vector<QWidget*> m_frames;  // parallel to m_charts: the chart with its button
};

}  // namespace fw::ui
