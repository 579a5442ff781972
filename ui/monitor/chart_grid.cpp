// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/chart_grid.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <limits>
#include <utility>

#include "ui/charts/run_chart.h"
#include "ui/state/curve_store.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/kept.h"

namespace fw::ui {

namespace {

const QString fromKey = QStringLiteral("from");
const QString toKey = QStringLiteral("to");

}  // namespace

ChartGrid::ChartGrid(QWidget* parent) : QScrollArea(parent) {
  kept(named(this, tr("Charts")), "monitor.charts");
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setWidgetResizable(true);
  auto* const inner = new QWidget;
  m_grid = new QGridLayout(inner);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setSpacing(12);
  m_grid->setColumnStretch(0, 1);
  m_grid->setColumnStretch(1, 1);
  const int line = fontMetrics().height();
  for (const ChartSpec& spec : monitorCharts()) {
    auto* const chart = new RunChart(spec, m_view);
    chart->setMinimumSize(line * 16, line * (m_charts.empty() ? 17 : 13));
    auto* const save = named(new QToolButton, tr("Export the chart “%1”").arg(spec.title));
    save->setIcon(icon("export"));
    save->setToolTip(save->accessibleName());
    save->setAutoRaise(true);
    auto* const frame = new QWidget(inner);  // those without curves are in no layout
    auto* const over = new QGridLayout(frame);
    over->setContentsMargins(0, 0, 0, 0);
    over->addWidget(chart, 0, 0, 2, 2);
    over->addWidget(save, 0, 0, Qt::AlignTop | Qt::AlignRight);
    over->setColumnMinimumWidth(1, 6);
    over->setColumnStretch(0, 1);
    over->setRowStretch(1, 1);
    connect(save, &QToolButton::clicked, this, [this, chart] { Q_EMIT exportRequested(chart); });
    connect(chart, &RunChart::clipRequested, this, &ChartGrid::clipRequested);
    m_charts.push_back(chart);
    m_frames.push_back(frame);
  }
  m_none = new QLabel(tr("No measurements yet. They appear from the first step on."));
  m_none->setForegroundRole(QPalette::PlaceholderText);
  m_none->setAlignment(Qt::AlignCenter);
  m_grid->addWidget(m_none, 0, 0, 1, 2);
  RunChart* const loss = m_charts.front();
  connect(loss, &QCustomPlot::afterReplot, this,
          [this, loss] { Q_EMIT stepAxisMoved(loss->axisRect()->left(), loss->axisRect()->right()); });
  setWidget(inner);
  arrange();
}

void ChartGrid::addBelowLoss(QWidget* widget) {
  m_grid->addWidget(widget, 1, 0, 1, 2);
}

void ChartGrid::setRuns(const std::vector<ChartRun>& runs) {
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (const ChartRun& run : runs) {
    if (run.curves == nullptr) continue;
    for (const auto& [name, curve] : run.curves->metrics) {
      if (curve.steps.empty()) continue;
      first = std::min(first, curve.steps.front());
      last = std::max(last, curve.steps.back());
    }
  }
  if (!runs.empty() && runs.front().curves != nullptr && !runs.front().curves->clips.empty()) {
    first = std::min(first, runs.front().curves->clips.front().step);  // of the untrained model: step 0
    last = std::max(last, runs.front().curves->clips.back().step);
  }
  if (first <= last) m_view.setExtent(first, last);
  const QString chosen = runs.empty() ? QString() : runs.front().folder;
  const bool isOther = std::exchange(m_run, chosen) != chosen;
  if (isOther) m_view.fit();  // another run's visible range is meaningless here
  for (RunChart* const chart : m_charts) {
    chart->setRuns(runs);
    if (isOther) chart->fitValues();
  }
  if (first <= last && !m_place.isEmpty()) takePlace();
  arrange();
}

QVariantMap ChartGrid::place() const {
  if (!m_place.isEmpty()) return m_place;
  QVariantMap place;
  if (!m_view.showsAll()) place = {{fromKey, m_view.from()}, {toKey, m_view.to()}};
  for (const RunChart* const chart : m_charts)
    if (const auto values = chart->heldValues())
      place.insert(QString::number(std::ranges::find(m_charts, chart) - m_charts.begin()),
                   QVariantList{values->lower, values->upper});
  return place;
}

void ChartGrid::setPlace(const QString& run, const QVariantMap& place) {
  m_placeRun = run;
  m_place = place;
}

void ChartGrid::takePlace() {
  const QVariantMap place = std::exchange(m_place, {});
  if (m_placeRun != m_run) return;
  if (place.contains(toKey)) m_view.show(place.value(fromKey).toDouble(), place.value(toKey).toDouble());
  for (size_t i = 0; i < m_charts.size(); ++i)
    if (const QVariantList values = place.value(QString::number(i)).toList(); values.size() == 2)
      m_charts[i]->holdValues({values[0].toDouble(), values[1].toDouble()});
}

/// Two charts per row if there is room, so that nobody scrolls sideways.
void ChartGrid::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  const bool hasRoom = viewport()->width() >= 2 * m_charts.front()->minimumWidth() + m_grid->spacing();
  if (std::exchange(m_hasTwoInRow, hasRoom) != hasRoom) arrange();
}

void ChartGrid::arrange() {
  int place = 0;
  for (size_t i = 0; i < m_charts.size(); ++i) {
    const bool there = m_charts[i]->hasCurves();
    m_grid->removeWidget(m_frames[i]);
    if (there && i == 0) m_grid->addWidget(m_frames[i], 0, 0, 1, 2);
    if (there && i > 0) {
      const int inRow = m_hasTwoInRow ? 2 : 1;
      m_grid->addWidget(m_frames[i], 2 + place / inRow, place % inRow, 1, 3 - inRow);
      ++place;
    }
    m_frames[i]->setVisible(there);
  }
  m_none->setVisible(std::ranges::none_of(m_charts, &RunChart::hasCurves));
}

RunChart* ChartGrid::chosenChart() const {
  for (RunChart* const chart : m_charts) {
    if (chart->hasFocus()) return chart;
  }
  return m_charts.front();
}

}  // namespace fw::ui
