// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/device_check/device_check_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include "engine_api/requests.h"
#include "ui/device_check/device_check_model.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/cancel_question.h"
#include "ui/widgets/card.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/text_bar.h"

namespace fw::ui {

namespace {

constexpr int deviceLetters = 12;

}  // namespace

DeviceCheckPage::DeviceCheckPage(EngineBridge& bridge, JobListModel& jobs, DeviceCheckModel& checks,
                                 ActionRegistry& actions, QWidget* parent)
    : Page(tr("Device check"), "device-check",
           tr("Measures matrix products and copies on each device, and proves on small reference models that "
              "networks, training and optimizers compute there what they should."),
           parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_start(actions.add({QStringLiteral("device.check"), tr("Check the &devices"), "device-check",
                           QKeySequence(QStringLiteral("Ctrl+Shift+D")),
                           tr("Measures each device and checks its results. Takes less than a minute.")},
                          [this] { start(); })),
      m_startButton(new QPushButton(m_start->icon(), m_start->iconText())),
      m_cancel(new QPushButton(icon("cancel"), tr("Cancel"))),
      m_progress(new TextBar),
      m_note(new QLabel),
      m_table(new FlatTable(QStringLiteral("deviceChecks"), tr("Results of this session"),
                            tr("No results yet. A check takes less than a minute."))),
      m_checks(checks),
      m_report(new QPlainTextEdit) {
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
  m_table->setHiddenFirst({DeviceCheckModel::TimeColumn, DeviceCheckModel::UploadColumn,
                           DeviceCheckModel::CopyColumn, DeviceCheckModel::TypeColumn},
                          deviceLetters);

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
  content()->addWidget(makeReport(actions), 1);

  connect(m_startButton, &QPushButton::clicked, m_start, &QAction::trigger);
  connect(m_cancel, &QPushButton::clicked, this,
          [this] { CancelQuestion::cancel(window(), m_jobs, m_bridge, m_job); });
  connect(&m_bridge, &EngineBridge::engineStateChanged, this, &DeviceCheckPage::showJob);
  connect(&m_jobs, &JobListModel::summaryChanged, this, &DeviceCheckPage::showJob);
  connect(&m_jobs, &JobListModel::jobEnded, this, &DeviceCheckPage::showEnd);
  showJob();
}

QWidget* DeviceCheckPage::makeReport(ActionRegistry& actions) {
  QAction* const copy =
      actions.add({QStringLiteral("device.copyReport"), tr("Copy the device &report"), "copy",
                   QKeySequence(QStringLiteral("Ctrl+Alt+K")),
                   tr("Copies the newest device check as text: figures, and what was proved.")},
                  [this] { copyReport(); });
  auto* const copyButton = new QPushButton(copy->icon(), copy->iconText());
  named(copyButton, copy->iconText(), copy->whatsThis());
  m_report->setReadOnly(true);
  m_report->setPlaceholderText(tr("Results of the latest check appear here."));
  named(m_report, tr("Results of the latest check"));
  auto* const proved = new Card(tr("Results of the latest check"));
  proved->body()->addWidget(m_report, 1);
  proved->body()->addWidget(copyButton, 0, Qt::AlignRight);
  const auto showReport = [this, copy, copyButton] {
    m_report->setPlainText(m_checks.report());
    copy->setEnabled(!m_checks.report().isEmpty());
    copyButton->setEnabled(copy->isEnabled());
  };
  showReport();
  connect(&m_checks, &DeviceCheckModel::rowsInserted, this, showReport);
  connect(copyButton, &QPushButton::clicked, copy, &QAction::trigger);
  return proved;
}

void DeviceCheckPage::start() {
  m_job = m_bridge.submit(job_of(engine_api::DeviceCheckRequest(), {}));
  m_note->clear();
  showJob();
}

void DeviceCheckPage::copyReport() const {
  QStringList lines{QStringLiteral("Framewright %1").arg(QStringLiteral(FW_VERSION))};
  if (m_bridge.systemInfo())
    lines << QString::fromStdString(
        nlohmann::json(*m_bridge.systemInfo()).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  const QAbstractItemModel& figures = *m_table->model();
  for (int row = 0; row < figures.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < figures.columnCount(); ++column)
      cells << figures.index(row, column).data().toString();
    lines << cells.join(QStringLiteral("  "));
  }
  lines << m_checks.report();
  QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
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
  if (const QString left = job->timeLeftText(); !left.isEmpty()) text += comma() + left;
  m_progress->showProgress(job->fraction(), text);
}

void DeviceCheckPage::showEnd(const JobRow& job) {
  if (job.id != m_job) return;
  m_job = 0;
  m_note->setText(job.state == engine_api::JobState::finished ? QString() : stateText(job.state));
}

}  // namespace fw::ui
