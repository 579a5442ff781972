// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/device_check/device_check_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>

#include "engine_api/requests.h"
#include "ui/device_check/device_check_model.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/card.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/text_bar.h"

namespace fw::ui {

DeviceCheckPage::DeviceCheckPage(EngineBridge& bridge, JobListModel& jobs, DeviceCheckModel& checks,
                                 ActionRegistry& actions, QWidget* parent)
    : Page(tr("Device check"), "device-check",
           tr("Multiplies large matrices and copies memory on each device, and compares the products with "
              "64-bit arithmetic."),
           parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_start(actions.add({QStringLiteral("device.check"), tr("Check the &devices"), "device-check",
                           QKeySequence(QStringLiteral("Ctrl+Shift+D")),
                           tr("Measures the speed of each device. Takes a few seconds.")},
                          [this] { start(); })),
      m_startButton(new QPushButton(m_start->icon(), m_start->iconText())),
      m_cancel(new QPushButton(icon("cancel"), tr("Cancel"))),
      m_progress(new TextBar),
      m_note(new QLabel),
      m_table(new FlatTable(QStringLiteral("deviceChecks"), tr("Results of this session"),
                            tr("No results yet. A check takes a few seconds."))) {
  m_startButton->setDefault(true);
  named(m_startButton, m_start->iconText(), m_start->whatsThis());
  named(m_cancel, tr("Cancel the device check"));
  named(m_progress, tr("Progress of the device check"));
  m_table->setModel(&checks);
  m_table->setMinimumHeight(fontMetrics().height() * 9);
  m_table->header()->setSectionResizeMode(DeviceCheckModel::DeviceColumn, QHeaderView::Stretch);
  m_table->header()->setStretchLastSection(false);
  for (int column = DeviceCheckModel::TypeColumn; column < DeviceCheckModel::ColumnCount; ++column)
    m_table->header()->resizeSection(column, 125);
  m_table->header()->resizeSection(DeviceCheckModel::TimeColumn, 90);

  auto* const row = new QHBoxLayout;
  row->setSpacing(10);
  row->addWidget(m_startButton);
  row->addWidget(m_progress, 1);
  row->addWidget(m_cancel);
  row->addWidget(m_note, 1);
  content()->addLayout(row);
  auto* const card = new Card(tr("Results of this session"));
  card->body()->addWidget(m_table, 1);
  content()->addWidget(card, 1);

  connect(m_startButton, &QPushButton::clicked, m_start, &QAction::trigger);
  connect(m_cancel, &QPushButton::clicked, this, [this] { m_bridge.send(engine_api::Verb::abort, m_job); });
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &DeviceCheckPage::showJob);
  connect(&m_jobs, &JobListModel::summaryChanged, this, &DeviceCheckPage::showJob);
  connect(&m_jobs, &JobListModel::jobEnded, this, &DeviceCheckPage::showEnd);
  showJob();
}

void DeviceCheckPage::start() {
  const auto title = tr("Device check").toStdString();
  m_job = m_bridge.submit(job_of(engine_api::DeviceCheckRequest(), title));
  m_note->clear();
  showJob();
}

void DeviceCheckPage::showJob() {
  const bool running = m_job != 0;
  const bool available = m_bridge.hasKind(engine_api::DeviceCheckRequest::kind);
  m_start->setEnabled(available && !running);
  m_startButton->setEnabled(m_start->isEnabled());
  m_progress->setVisible(running);
  m_cancel->setVisible(running);
  m_note->setVisible(!running);
  if (!available) m_note->setText(tr("The engine is not ready."));
  if (available && m_note->text() == tr("The engine is not ready.")) m_note->clear();
  const JobRow* const job = running ? m_jobs.job(m_job) : nullptr;
  if (job == nullptr) return;
  if (!job->isActive() || !job->progress) {
    m_progress->showProgress(-1, stateText(job->state));
    return;
  }
  QString text = progressText(*job->progress);
  if (job->progress->seconds_left)
    text += comma() + tr("%1 left").arg(durationText(*job->progress->seconds_left));
  m_progress->showProgress(double(job->progress->done) / double(job->progress->total), text);
}

void DeviceCheckPage::showEnd(const JobRow& job) {
  if (job.id != m_job) return;
  m_job = 0;
  m_note->setText(job.state == engine_api::JobState::finished ? QString() : stateText(job.state));
}

}  // namespace fw::ui
