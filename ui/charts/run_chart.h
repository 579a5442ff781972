// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_spec.h"
#include "ui/charts/plot.h"
#include "ui/charts/step_view.h"
#include "ui/state/curve.h"

namespace fw::ui {

class MarkerStrip;
struct RunCurves;

/// A run in a chart. The first one is the run that is looked at; the others are for comparison.
struct ChartRun {
  QString folder;
  QString name;
  int color = 0;  ///< of seriesColor()
  const RunCurves* curves = nullptr;
  std::optional<double> plannedVramBytes{};
};

/// Curves of one quantity over the steps, with zoom, pan and a cursor that it shares with the other charts of
/// its StepView. With one run each curve has its colour; with several each run has, and curves differ by
/// their dashes. GUI thread only.
class RunChart : public QCustomPlot {
  Q_OBJECT
 public:
  RunChart(ChartSpec spec, StepView& view, QWidget* parent = nullptr);

  const ChartSpec& spec() const { return m_spec; }
  /// The curves are copied: call it again when they have grown.
  void setRuns(const std::vector<ChartRun>& runs);
  /// @param decay  as smoothed() takes it
  void setSmoothing(double decay);
  void setLogarithmic(bool on);
  bool hasCurves() const { return !m_lines.empty(); }
  /// All values in view again.
  void fitValues();
  /// The values in view, where they were zoomed by hand.
  std::optional<QCPRange> heldValues() const {
    return m_valuesHeld ? std::optional(yAxis->range()) : std::nullopt;
  }
  void holdValues(const QCPRange& values);
  /// What the cursor reads, as rich text; empty without a cursor.
  QString readout() const;
  void paintPicture(QCPPainter& painter, const QSize& size);

  /// A curve as it is drawn.
  struct Line {
    size_t runIndex = 0;  ///< 0: the run that is looked at
    QString run;          ///< its name, which others may have too
    QString label;
    Drawn drawn = Drawn::plain;
    bool faint = false;
    int color = 0;
    int style = 0;  ///< place among the chart's series
    std::vector<double> steps;
    std::vector<double> values;
    QCPGraph* graph = nullptr;
  };
  const std::vector<Line>& lines() const { return m_lines; }
  /// The point of a line that the cursor means at a step; nothing where it has none.
  std::optional<size_t> pointAt(const Line& line, double step) const;

 Q_SIGNALS:
  void clipWanted(const QString& runFolder, const QString& clip);

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
  bool m_valuesHeld = false;  // zoomed by hand
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
