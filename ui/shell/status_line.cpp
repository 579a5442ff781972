// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <algorithm>

#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/text_bar.h"

namespace fw::ui {

namespace {

constexpr int jobLetters = 44, leastJobLetters = 16, memoryLetters = 30;

TextBar* smallBar(int letters) {
  auto* const bar = new TextBar;
  bar->setFixedWidth(bar->fontMetrics().averageCharWidth() * letters);
  return bar;
}

}  // namespace

StatusLine::StatusLine(EngineBridge& bridge, JobListModel& jobs, ActionRegistry& actions, QWidget* parent)
    : QStatusBar(parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_jobTitle(new QLabel),
      m_jobProgress(smallBar(jobLetters)),
      m_engineIcon(new QLabel),
      m_engine(new QLabel),
      m_device(new QLabel),
      m_memory(smallBar(memoryLetters)) {
  setObjectName(QStringLiteral("statusLine"));
  setContentsMargins(6, 2, 6, 2);
  setSizeGripEnabled(false);
  m_jobArea = makeJobArea(actions);
  for (const char* const dock : {"view.jobs", "view.log"})
    m_docks << toolButton(actions.action(QLatin1String(dock)));
  for (QToolButton* const dock : m_docks) addWidget(dock);
  addPermanentWidget(m_jobArea);
  addPermanentWidget(m_engineIcon);
  addPermanentWidget(m_engine);
  addPermanentWidget(m_device);
  addPermanentWidget(m_memory);
  connect(&m_jobs, &JobListModel::summaryChanged, this, &StatusLine::showJob);
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &StatusLine::showEngine);
  connect(&m_bridge, &EngineBridge::devicesChanged, this, &StatusLine::showDevices);
  showJob();
  showEngine();
  showDevices();
}

QWidget* StatusLine::makeJobArea(ActionRegistry& actions) {
  QToolButton* const cancel =
      toolButton(actions.action(QStringLiteral("jobs.cancelRunning")), Qt::ToolButtonIconOnly, Qt::TabFocus);
  auto* const area = new QWidget;
  area->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  auto* const row = new QHBoxLayout(area);
  row->setContentsMargins(0, 0, 8, 0);
  row->addWidget(m_jobTitle);
  row->addWidget(m_jobProgress);
  row->addWidget(cancel);
  return area;
}

void StatusLine::showJob() {
  const JobRow* const job = m_jobs.activeJob();
  m_jobArea->setVisible(job != nullptr);
  if (job == nullptr) return fit();
  QString title = m_jobTitle->fontMetrics().elidedText(job->title(), Qt::ElideRight, 220);
  QStringList titles;
  for (const JobRow& active : m_jobs.activeJobs()) titles << active.title();
  m_jobTitle->setToolTip(titles.join(u'\n'));
  if (const auto others = static_cast<int>(titles.size()) - 1; others > 0)
    title = tr("%1 and %n more", nullptr, others).arg(title);
  const int waiting = m_jobs.waitingCount();
  m_jobTitle->setText(waiting > 0 ? tr("%1 (%n waiting)", nullptr, waiting).arg(title) : title);
  const double fraction = job->wholeFraction();
  const QString phase = job->progress ? phaseText(*job->progress) : QString();
  QString text =
      phase.isEmpty() || !(job->state == engine_api::JobState::running) ? stateText(job->state) : phase;
  const QString percent = QLocale().toString(static_cast<int>(100 * fraction));
  const bool isBetweenSteps = job->trains && job->progress && job->progress->phase != trainingPhase;
  // The run's progress, not that of a clip being denoised for a validation.
  if (fraction >= 0)
    text += isBetweenSteps ? comma() + tr("run at %1 %").arg(percent)
                           : QLatin1Char(' ') + tr("%1 %").arg(percent);
  if (const auto left = job->secondsLeft()) text += comma() + tr("%1 left").arg(durationText(*left));
  named(m_jobProgress, tr("Progress of %1").arg(job->title()));
  m_jobProgress->showProgress(fraction, text);
  const QString said = job->progress ? progressText(*job->progress) : text;
  m_jobProgress->setToolTip(job->title() + QLatin1Char('\n') + said);
  fit();
}

void StatusLine::showEngine() {
  const char* name = "busy";
  Tint tint = Tint::text;
  QString text = tr("Engine not loaded yet");
  switch (m_bridge.engineState()) {
    case EngineBridge::State::closed:
      break;
    case EngineBridge::State::opening:
      text = tr("Loading the engine…");
      break;
    case EngineBridge::State::ready:
      name = "ok";
      tint = Tint::good;
      text = tr("Engine ready");
      break;
    case EngineBridge::State::failed:
      name = "error";
      tint = Tint::bad;
      text = tr("No engine");
      break;
  }
  showIcon(*m_engineIcon, name, tint, 16);
  m_engine->setText(text);
  m_engine->setToolTip(m_bridge.engineFault() ? faultText(*m_bridge.engineFault()) : QString());
  m_engineIcon->setToolTip(m_bridge.engineFault() ? m_engine->toolTip() : text);
  fit();
}

void StatusLine::showDevices() {
  const bool known = !m_bridge.devices().empty();
  m_memory->setVisible(known);
  if (!known) return fit();
  const DeviceStatus& device = m_bridge.devices().front();
  m_device->setText(fontMetrics().elidedText(device.name, Qt::ElideRight, 230));
  const uint64_t used = device.totalBytes - std::min(device.freeBytes, device.totalBytes);
  const QString text = device.isGpu() ? tr("VRAM %1 of %2") : tr("Memory %1 of %2");
  named(m_memory, tr("Memory used of %1").arg(device.name));
  m_memory->reserve(text.arg(bytesText(device.totalBytes), bytesText(device.totalBytes)));
  m_memory->showProgress(device.totalBytes > 0 ? double(used) / double(device.totalBytes) : 0,
                         text.arg(bytesText(used), bytesText(device.totalBytes)));
  QStringList lines;
  for (const DeviceStatus& each : m_bridge.devices())
    lines << tr("%1 (%2): %3 free of %4")
                 .arg(each.name, each.id, bytesText(each.freeBytes), bytesText(each.totalBytes));
  m_memory->setToolTip(lines.join(QLatin1Char('\n')));
  m_device->setToolTip(m_memory->toolTip());
  fit();
}

/// Hides parts that a tooltip also shows, the least important first, until the rest fits; then shortens the
/// job's bar.
void StatusLine::fit() {
  const int letter = fontMetrics().averageCharWidth();
  const auto beyond = [this] {
    m_jobArea->layout()->activate();
    layout()->invalidate();
    return layout()->minimumSize().width() - width();
  };
  m_device->setVisible(!m_bridge.devices().empty());
  m_engine->show();
  m_jobTitle->show();
  m_jobProgress->setFixedWidth(letter * jobLetters);
  for (QToolButton* const dock : m_docks) dock->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  for (QLabel* const label : {m_device, m_jobTitle, m_engine})
    if (beyond() > 0) label->hide();
  if (const int excess = beyond(); excess > 0)
    m_jobProgress->setFixedWidth(letter * std::max(leastJobLetters, jobLetters - excess / letter - 1));
  if (beyond() > 0)
    for (QToolButton* const dock : m_docks) dock->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QStatusBar::resizeEvent(event);
  fit();
}

QSize StatusLine::minimumSizeHint() const {
  return {0, QStatusBar::minimumSizeHint().height()};
}

}  // namespace fw::ui
