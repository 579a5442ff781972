// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/run_chart.h"

#include <algorithm>
#include <cmath>

#include "ui/charts/chart_colors.h"
#include "ui/charts/marker_strip.h"
#include "ui/state/curve_store.h"
#include "ui/theme/palettes.h"
#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

const QString overlay = QStringLiteral("overlay");  // QCustomPlot's layer, drawn separately from the curves

/// Steps are integers.
class StepTicker : public QCPAxisTicker {
 protected:
  double getTickStep(const QCPRange& range) override {
    return std::max(1.0, QCPAxisTicker::getTickStep(range));
  }
  int getSubTickCount(double tickStep) override {
    return tickStep <= 1 ? 0 : QCPAxisTicker::getSubTickCount(tickStep);
  }
};

/// "7.5e-5" instead of "7.5E-05".
template <typename Ticker>
class ValueTicker : public Ticker {
 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar, int precision) override {
    static const QRegularExpression zeros(QStringLiteral("e([+-]?)0*"));
    return locale.toString(tick, 'g', precision).toLower().replace(zeros, QStringLiteral("e\\1"));
  }
};

/// Ticks at 1, 2, 5 of each power of ten, or more in a narrow range, without overlapping labels.
class MantissaTicker : public ValueTicker<QCPAxisTicker> {
 protected:
  int getSubTickCount(double) override { return 0; }
  QVector<double> createTickVector(double, const QCPRange& range) override {
    const auto mantissas = range.upper < range.lower * 8 ? std::vector{1.0, 1.5, 2.0, 3.0, 5.0, 7.0}
                                                         : std::vector{1.0, 2.0, 5.0};
    QVector<double> ticks;
    for (double power = std::pow(10, std::floor(std::log10(range.lower))); power <= range.upper;
         power *= 10) {
      for (const double mantissa : mantissas)
        if (range.contains(power * mantissa)) ticks.append(power * mantissa);
    }
    return ticks;
  }
};

/// The planned peak as a level line over the run's length.
Curve planOf(const ChartRun& run) {
  const Curve* const total = run.curves->metric(totalVram);
  if (total == nullptr || !run.plannedVramBytes) return {};
  const double level = *run.plannedVramBytes;
  return {{total->steps.front(), total->steps.back()}, {level, level}};
}

/// The value below which `share` of the values are.
double quantile(std::vector<double> values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + at);
  return values[static_cast<size_t>(at)];
}

}  // namespace

RunChart::RunChart(ChartSpec spec, StepView& view, QWidget* parent)
    : QCustomPlot(parent), m_spec(std::move(spec)), m_view(view) {
  named(this, m_spec.title);
  setWhatsThis(
      tr("Wheel, + and −: zoom; over the value axis, zoom the values. Drag, Left and Right: pan. "
         "Double-click or Home: all steps. Shift+Left and Shift+Right move the cursor, Page Up and Page Down "
         "move it between clips, Enter opens them."));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  // This class paints the rounded background. Unused wheel events scroll the page.
  setAttribute(Qt::WA_OpaquePaintEvent, false);
  setAttribute(Qt::WA_NoMousePropagation, false);
  setBackground(QBrush(Qt::NoBrush));
  setPlottingHints(QCP::phCacheLabels | QCP::phFastPolylines);
  setLocale(QLocale());
  makeLayout();
  m_readout = new QLabel(this);
  m_readout->setAttribute(Qt::WA_TransparentForMouseEvents);
  m_readout->setTextFormat(Qt::RichText);
  m_readout->setMargin(6);
  m_readout->setAutoFillBackground(true);
  m_readout->setFrameShape(QFrame::StyledPanel);
  m_readout->hide();
  connect(&m_view, &StepView::rangeChanged, this, &RunChart::showSteps);
  connect(&m_view, &StepView::cursorChanged, this, &RunChart::showCursor);
  restyle();
}

void RunChart::makeLayout() {
  m_title = new QCPTextElement(this, m_spec.title);
  // Title and legend have their own rows, so neither covers the curves.
  const bool hasLegend = m_spec.series.size() > 1;
  axisRect()->insetLayout()->take(legend);
  plotLayout()->insertRow(0);
  plotLayout()->addElement(0, 0, m_title);
  plotLayout()->setRowStretchFactor(0, 0.001);
  if (hasLegend) {
    plotLayout()->insertRow(1);
    // An empty cell takes the rest of the row, so that the entries stay together.
    auto* const row = new QCPLayoutGrid;
    plotLayout()->addElement(1, 0, row);
    row->addElement(0, 0, legend);
    row->addElement(0, 1, new QCPTextElement(this));
    row->setColumnStretchFactor(0, 0.001);
    plotLayout()->setRowStretchFactor(1, 0.001);
  } else {
    axisRect()->insetLayout()->addElement(legend, Qt::AlignTop);  // hidden
  }
  plotLayout()->setRowSpacing(2);
  plotLayout()->setMargins(QMargins(12, 8, 14, 6));
  if (m_spec.hasMarkers) axisRect()->setMinimumMargins(QMargins(0, MarkerStrip::height, 0, 0));
  legend->setFillOrder(QCPLegend::foColumnsFirst);
  legend->setBorderPen(Qt::NoPen);
  legend->setBrush(Qt::NoBrush);
  legend->setIconSize(18, 8);
  legend->setMargins(QMargins());
  legend->setColumnSpacing(12);
  legend->setRowSpacing(1);
  m_title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
  const auto cursorLine = [this] {
    auto* const line = new QCPItemStraightLine(this);
    line->setLayer(overlay);
    line->setVisible(false);
    line->setAntialiased(false);
    return line;
  };
  m_vertical = cursorLine();
  m_horizontal = cursorLine();
  m_markers = new MarkerStrip(this);
  xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new StepTicker));
  xAxis->setNumberFormat(QStringLiteral("f"));
  xAxis->setNumberPrecision(0);
  xAxis->setLabel(tr("Step"));
  yAxis->setLabel(m_spec.axis);
  // In a low chart a long axis name would overlap the title.
  connect(this, &QCustomPlot::afterLayout, this, [this] {
    const QFontMetrics metrics(yAxis->labelFont());
    yAxis->setLabel(metrics.elidedText(m_spec.axis, Qt::ElideRight, axisRect()->height()));
  });
  yAxis->setNumberFormat(QStringLiteral("g"));
  yAxis->setNumberPrecision(4);
}

void RunChart::setRuns(const std::vector<ChartRun>& runs) {
  m_runs = runs;
  m_lines.clear();
  std::vector<double> checkpoints, clips;
  for (size_t i = 0; i < runs.size(); ++i) addLines(i);
  if (m_spec.hasMarkers && !runs.empty() && runs.front().curves != nullptr) {
    checkpoints = runs.front().curves->checkpoints;
    for (const RunClip& clip : runs.front().curves->clips) {
      if (clips.empty() || clips.back() < clip.step) clips.push_back(clip.step);
    }
  }
  m_markers->setMarkers(std::move(checkpoints), std::move(clips));
  smooth();
  makeGraphs();
  showSteps();
}

void RunChart::addLines(size_t runIndex) {
  const ChartRun& run = m_runs[runIndex];
  const bool comparing = m_runs.size() > 1;
  if (run.curves == nullptr) return;
  for (size_t i = 0; i < m_spec.series.size(); ++i) {
    const SeriesSpec& series = m_spec.series[i];
    const Curve* curve = run.curves->metric(series.metric);
    const Curve plan = series.metric == plannedVram ? planOf(run) : Curve();
    if (!plan.steps.empty()) curve = &plan;
    if (curve == nullptr) continue;
    Line line{runIndex,
              run.name,
              series.label,
              series.drawn,
              false,
              comparing ? run.color : static_cast<int>(i),
              static_cast<int>(i),
              curve->steps,
              curve->values,
              nullptr};
    if (m_spec.convert != nullptr) std::ranges::transform(line.values, line.values.begin(), m_spec.convert);
    if (series.drawn == Drawn::averaged) {
      m_lines.push_back(line);
      m_lines.back().faint = true;
    }
    m_lines.push_back(std::move(line));
  }
  // Faint lines first, below the others.
  std::ranges::stable_sort(m_lines, {}, [](const Line& line) { return !line.faint; });
}

void RunChart::smooth() {
  for (Line& line : m_lines) {
    if (line.faint || (line.drawn != Drawn::averaged && line.drawn != Drawn::averageOnly)) continue;
    // Uses the raw values: the line's own may be averaged already.
    const RunCurves& curves = *m_runs[line.runIndex].curves;
    line.values = curves.metric(m_spec.series[static_cast<size_t>(line.style)].metric)->values;
    if (m_spec.convert != nullptr) std::ranges::transform(line.values, line.values.begin(), m_spec.convert);
    line.values = smoothed(line.values, m_decay);
  }
}

void RunChart::makeGraphs() {
  clearGraphs();
  for (Line& line : m_lines) {
    line.graph = addGraph();
    line.graph->setAdaptiveSampling(false);  // the points are already reduced to the pixels
    // With several runs each has a colour, shown in the legend by its first line.
    const bool ofFirstSeries = line.style == 0;
    const bool hasLegend = m_spec.series.size() > 1;
    const bool explainsRun = hasLegend && m_runs.size() > 1 && ofFirstSeries;
    line.graph->setName(explainsRun ? line.run : line.label);
    const bool isListed = explainsRun || (hasLegend && line.runIndex == 0);
    if (line.faint || !isListed) line.graph->removeFromLegend();
  }
  legend->setVisible(legend->itemCount() > 0);
  restyle();
  wrapLegend();
}

/// Wraps the legend into as many rows as needed.
void RunChart::wrapLegend() {
  std::vector<QSize> sizes;
  for (int i = 0; i < legend->itemCount(); ++i)
    if (legend->item(i) != nullptr) sizes.push_back(legend->item(i)->minimumOuterSizeHint());
  const auto count = static_cast<int>(sizes.size());
  if (count == 0) return;
  const QMargins margins = plotLayout()->margins();
  const int room = width() - margins.left() - margins.right();
  const auto neededBy = [&](int columns) {
    int needed = (columns - 1) * legend->columnSpacing();
    for (int column = 0; column < columns; ++column) {
      int widest = 0;
      for (int i = column; i < count; i += columns)
        widest = std::max(widest, sizes[static_cast<size_t>(i)].width());
      needed += widest;
    }
    return needed;
  };
  int columns = count;
  while (columns > 1 && neededBy(columns) > room) --columns;
  legend->setWrap(columns);
  legend->setFillOrder(QCPLegend::foColumnsFirst);
  const int rows = (count + columns - 1) / columns;
  legend->setMaximumSize(QWIDGETSIZE_MAX, rows * (sizes.front().height() + legend->rowSpacing()));
}

QPen RunChart::penOf(const Line& line) const {
  static constexpr std::array<Qt::PenStyle, 4> dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine,
                                                      Qt::DashDotLine};
  QColor color = seriesColor(line.color, palette());
  if (line.faint) color = blended(palette().color(QPalette::Base), color, 0.35);
  QPen pen(color, line.faint ? 1.0 : 1.6);
  const bool comparing = m_runs.size() > 1;
  if (comparing && !line.faint) pen.setStyle(dashes[static_cast<size_t>(line.style) % dashes.size()]);
  if (!comparing && line.drawn == Drawn::limit) pen.setStyle(Qt::DashLine);
  return pen;
}

void RunChart::restyle() {
  const QColor text = palette().color(QPalette::WindowText);
  const QColor dim = palette().color(QPalette::PlaceholderText);
  const QColor weak = lineColor(palette());
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * 0.88);
  QFont strong = font();
  strong.setBold(true);
  m_title->setFont(strong);
  m_title->setTextColor(text);
  legend->setFont(small);
  legend->setTextColor(text);
  for (QCPAxis* const axis : {xAxis, yAxis}) {
    axis->setTickLabelFont(small);
    axis->setLabelFont(small);
    axis->setTickLabelColor(dim);
    axis->setLabelColor(dim);
    axis->setBasePen(weak);
    axis->setTickPen(weak);
    axis->setSubTickPen(Qt::NoPen);
    axis->setLabelPadding(3);
    axis->grid()->setPen(QPen(blended(palette().color(QPalette::Base), text, 0.08), 1));
    axis->grid()->setZeroLinePen(QPen(weak, 1));
    axis->grid()->setSubGridVisible(false);
  }
  m_vertical->setPen(QPen(dim, 1));
  m_horizontal->setPen(QPen(dim, 1, Qt::DotLine));
  for (Line& line : m_lines) {
    line.graph->setPen(penOf(line));
    line.graph->setAntialiased(!line.faint);
    const bool dots = line.drawn == Drawn::measured || line.steps.size() == 1;  // a single point has no line
    if (dots) line.graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 5));
  }
  replot(QCustomPlot::rpQueuedReplot);
}

void RunChart::showSteps() {
  xAxis->setRange(m_view.from(), m_view.to());
  const int pixels = std::max(axisRect()->width(), 100);
  std::vector<Point> points;
  for (const Line& line : m_lines) {
    // Wide lines are slow to draw, dashed ones slower still, and more points do not show more.
    const bool dashed = !line.faint && penOf(line).style() != Qt::SolidLine;
    const int columns = line.faint ? pixels : dashed ? pixels / 4 : pixels / 2;
    decimate(line.steps, line.values, m_view.from(), m_view.to(), columns, points);
    QVector<QCPGraphData> data;
    data.reserve(static_cast<qsizetype>(points.size()));
    for (const Point& point : points) data.append({point.step, point.value});
    line.graph->data()->set(data, /*alreadySorted=*/true);
  }
  if (!m_valuesHeld) scaleValues();
  replot(QCustomPlot::rpQueuedReplot);
}

void RunChart::scaleValues() {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const bool logarithmic = yAxis->scaleType() == QCPAxis::stLogarithmic;
  for (const Line& line : m_lines) {
    std::vector<double> values;
    for (const QCPGraphData& point : *line.graph->data())
      if (point.key >= m_view.from() && point.key <= m_view.to() && (!logarithmic || point.value > 0))
        values.push_back(point.value);
    if (values.empty()) continue;
    // A single outlier must not flatten the rest.
    const double outliers = line.faint && values.size() > 50 ? 0.02 : 0;
    low = std::min(low, quantile(values, outliers));
    high = std::max(high, quantile(values, 1 - outliers));
  }
  if (!(low <= high)) return;
  if (logarithmic) {
    const double margin = std::pow(high / low, 0.06) * 1.02;
    yAxis->setRange(low / margin, high * margin);
  } else {
    // Centres a level line, and does not extend quantities that cannot be negative below 0.
    const double margin = high > low ? (high - low) * 0.06 : std::max(std::abs(high) * 0.1, 1e-12);
    yAxis->setRange(low >= 0 ? std::max(0.0, low - margin) : low - margin, high + margin);
  }
  chooseTicks();
}

void RunChart::chooseTicks() {
  const QCPRange range = yAxis->range();
  const bool isLogarithmic = yAxis->scaleType() == QCPAxis::stLogarithmic;
  QSharedPointer<QCPAxisTicker> ticker(new ValueTicker<QCPAxisTicker>);
  // Powers of ten are useless labels for a range with at most one of them.
  if (isLogarithmic && range.upper > range.lower * 30) {
    ticker.reset(new ValueTicker<QCPAxisTickerLog>);
  } else if (isLogarithmic && range.upper > range.lower * 2.5) {
    ticker.reset(new MantissaTicker);
  }
  yAxis->setTicker(ticker);
  yAxis->ticker()->setTickCount(4);
}

void RunChart::fitValues() {
  m_valuesHeld = false;
  showSteps();
}

void RunChart::holdValues(const QCPRange& values) {
  m_valuesHeld = true;
  yAxis->setRange(values);
  chooseTicks();
  showSteps();
}

void RunChart::setSmoothing(double decay) {
  m_decay = decay;
  smooth();
  showSteps();
}

void RunChart::setLogarithmic(bool on) {
  if (!m_spec.canBeLogarithmic) return;
  yAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  fitValues();
}

void RunChart::changeEvent(QEvent* event) {
  QCustomPlot::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) restyle();
}

void RunChart::resizeEvent(QResizeEvent* event) {
  wrapLegend();
  QCustomPlot::resizeEvent(event);
  showSteps();
}

void RunChart::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(hasFocus() ? palette().color(QPalette::Highlight) : lineColor(palette()));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Style::radius, Style::radius);
  painter.end();
  QCustomPlot::paintEvent(event);
}

void RunChart::paintPicture(QCPPainter& painter, const QSize& size) {
  painter.fillRect(QRect(QPoint(), size), palette().color(QPalette::Base));
  const std::optional<double> cursor = m_view.cursor();
  layer(overlay)->setVisible(false);
  toPainter(&painter, size.width(), size.height());
  layer(overlay)->setVisible(true);
  if (cursor) showCursor();
}

}  // namespace fw::ui
