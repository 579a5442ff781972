// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_spec.h"
#include "ui/charts/plot.h"
#include "ui/charts/step_view.h"
#include "ui/state/curve.h"

namespace fw::ui {

class MarkerStrip;
struct RunCurves;

/// A run in a chart. The first is the selected run; the others are for comparison.
struct ChartRun {
  QString folder;
  QString name;
  int color = 0;  ///< argument of seriesColor()
  const RunCurves* curves = nullptr;
  std::optional<double> plannedVramBytes{};
};

/// Curves of one quantity over steps, with zoom, pan and a cursor shared through a StepView. With one run
/// each curve has its own colour; with several each run has, and its curves differ in dash pattern. GUI
/// thread only.
class RunChart : public QCustomPlot {
  Q_OBJECT
 public:
  RunChart(ChartSpec spec, StepView& view, QWidget* parent = nullptr);

  const ChartSpec& spec() const { return m_spec; }
  /// Copies the curves: call it again when they have grown.
  void setRuns(const std::vector<ChartRun>& runs);
  /// @param decay  as in smoothed()
  void setSmoothing(double decay);
  void setLogarithmic(bool on);
  bool hasCurves() const { return !m_lines.empty(); }
  /// Shows all values again.
  void fitValues();
  /// The value range set by zooming by hand, if any.
  std::optional<QCPRange> heldValues() const {
    return m_valuesHeld ? std::optional(yAxis->range()) : std::nullopt;
  }
  void holdValues(const QCPRange& values);
  /// The values at the cursor as rich text; empty without a cursor.
  QString readout() const;
  void paintPicture(QCPPainter& painter, const QSize& size);

  /// A drawn curve.
  struct Line {
    size_t runIndex = 0;  ///< 0: the selected run
    QString run;          ///< name of the run; not unique
    QString label;
    Drawn drawn = Drawn::plain;
    bool faint = false;
    int color = 0;
    int style = 0;  ///< index among the chart's series
    std::vector<double> steps;
    std::vector<double> values;
    QCPGraph* graph = nullptr;
  };
  const std::vector<Line>& lines() const { return m_lines; }
  /// The point of a line nearest to the cursor's step, if it has one there.
  std::optional<size_t> pointAt(const Line& line, double step) const;

 Q_SIGNALS:
  void clipRequested(const QString& runFolder, const QString& clip);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void makeLayout();
  void addLines(size_t runIndex);
  void smooth();
  void makeGraphs();
  void restyle();
  void wrapLegend();
  void showSteps();
  void showCursor();
  void scaleValues();
  void chooseTicks();
  void placeReadout();
  void openClipAt(double step);
  void goToMarker(int direction);
  QPen penOf(const Line& line) const;

  ChartSpec m_spec;
  StepView& m_view;
  std::vector<ChartRun> m_runs;
  std::vector<Line> m_lines;
  double m_decay = 0.98;
  bool m_valuesHeld = false;  // the user zoomed the values
  QCPTextElement* m_title = nullptr;
  MarkerStrip* m_markers = nullptr;
  QCPItemStraightLine* m_vertical = nullptr;
  QCPItemStraightLine* m_horizontal = nullptr;
  QLabel* m_readout = nullptr;
  std::optional<QPointF> m_pressed;
  double m_pressedFrom = 0, m_pressedTo = 0;
  bool m_dragged = false;
};

}  // namespace fw::ui
