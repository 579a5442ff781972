// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/loss_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>
#include <charconv>
#include <map>

#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "project/clips.h"
#include "run/run_folder.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/job_list_model.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/text_bar.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

using engine_api::JobState;
using engine_api::LossRequest;

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode no_weights{
    "train.no_weights", FW_TEXT("errors", "The run has no weights to measure a loss with yet."),
    FW_TEXT("errors", "Wait for its first checkpoint; of a full fine-tune only the result can be measured."),
    Blame::input};

constexpr int clipRole = Qt::UserRole + 1;

/// The run's dataset with its newest weights, at few timesteps: to rank clips, not to compare runs.
/// @throws fw::Error train.no_weights; of the run file
LossRequest requestFor(const run::RunPaths& run) {
  const run::RunSettings settings = run::read_run_file(run.run_file()).settings;
  catalog::ModelSource model = run::model_source(settings);
  LossRequest request{.dataset = run.dataset(),
                      .model = std::move(model.folder),
                      .parts = std::move(model.parts),
                      .cache = settings.cache,
                      .timesteps = 4,
                      .noises = 2,
                      .task = settings.task,
                      .device = settings.device};
  if (settings.training_type == run::TrainingType::sft) {
    if (!fs::exists(run.result() / "model_index.json")) throw Error(no_weights);
    request.model = run.result();  // a full model
    request.parts.clear();
    return request;
  }
  const std::vector<int64_t> steps = run::checkpoint_steps(run);
  const fs::path folder = steps.empty() ? run.result() : run.checkpoint(steps.back());
  const fs::path file = folder / run::lora_file_name;
  if (!fs::exists(file)) throw Error(no_weights);
  request.loras = {{file}};
  return request;
}

QStandardItem* lossCell(const QString& text, Qt::Alignment side = Qt::AlignLeft) {
  auto* const item = new QStandardItem(text);
  item->setEditable(false);
  item->setToolTip(text);
  item->setTextAlignment(side | Qt::AlignVCenter);
  return item;
}

}  // namespace

struct LossDialog::ClipLoss {
  int64_t clip = 0;  ///< of the project; 0: the samples are not the project's clips
  QString file;
  QString caption;
  double loss = 0;  ///< mean of its samples
  int samples = 0;
};

std::vector<LossDialog::ClipLoss> LossDialog::read(const nlohmann::json& result, const QString& runFolder,
                                                   project::Project* project) {
  const auto report = result.get<engine_api::LossReport>();
  std::map<std::string, double> means;
  for (const auto& sample : report.samples) {
    double sum = 0;
    for (const double loss : sample.losses) sum += loss;
    means[sample.id] = sum / static_cast<double>(std::max<size_t>(1, sample.losses.size()));
  }
  std::map<std::string, ClipLoss> clips;
  dataset::visit_dataset_manifest(
      run::RunPaths{toPath(runFolder)}.dataset(), [&](const dataset::DatasetSample& sample) {
        const auto mean = means.find(sample.id);
        if (mean == means.end()) return;
        const std::string name = sample.id.substr(0, sample.id.rfind('-'));  // "<clip>-<part>"
        ClipLoss& clip = clips[name];
        clip.loss += mean->second;
        if (clip.samples++ > 0) return;
        clip.file = QString::fromStdString(sample.source);
        clip.caption = QString::fromStdString(sample.caption);
        std::from_chars(name.data(), name.data() + name.size(), clip.clip);
        // The dataset may be from elsewhere, with other clip numbers.
        const auto rows = project != nullptr ? read_clips(*project, std::vector{clip.clip})
                                             : std::vector<project::ClipRow>();
        const bool isSame =
            !rows.empty() && project->absolute_path(rows.front().source.path) == sample.source;
        if (!isSame) clip.clip = 0;
      });
  std::vector<ClipLoss> sorted;
  for (auto& [name, clip] : clips) {
    clip.loss /= clip.samples;
    sorted.push_back(std::move(clip));
  }
  std::ranges::stable_sort(sorted, std::greater(), &ClipLoss::loss);
  return sorted;
}

LossDialog::LossDialog(EngineBridge& bridge, JobListModel& jobs, std::shared_ptr<project::Project> project,
                       const QString& runFolder, const QString& name, engine_api::JobId known,
                       QWidget* parent)
    : QDialog(parent),
      m_bridge(bridge),
      m_jobs(jobs),
      m_project(std::move(project)),
      m_runFolder(runFolder),
      m_name(name),
      m_job(known),
      m_about(new WrapLabel),
      m_progress(named(new TextBar, tr("Progress"))),
      m_rows(new QStandardItemModel(0, 4, this)),
      m_table(new FlatTable(QStringLiteral("lossByClip"), tr("Loss by clip"),
                            tr("Not measured yet. Press Measure."))) {
  setObjectName(QStringLiteral("lossDialog"));
  setWindowTitle(tr("Loss by clip: %1").arg(name));
  setGuidePage(*this, QStringLiteral("train.md#the-tab-runs"));
  m_about->setText(tr(
      "The loss of each clip with the run's newest weights, at the same timesteps and with the same noise. "
      "A clip far above the rest is hard to learn: check its caption and look for a scene cut."));
  m_table->setModel(m_rows);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  m_measure = buttons->addButton(tr("&Measure"), QDialogButtonBox::ActionRole);
  m_measure->setObjectName(QStringLiteral("measureLoss"));
  m_select = buttons->addButton(tr("&Select in the dataset"), QDialogButtonBox::ActionRole);
  m_select->setObjectName(QStringLiteral("selectClips"));
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  m_measure->setDefault(true);
  connect(m_measure, &QPushButton::clicked, this, &LossDialog::measure);
  connect(m_select, &QPushButton::clicked, this, &LossDialog::takeChosen);
  connect(m_table, &QAbstractItemView::activated, this, &LossDialog::takeChosen);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const column = new QVBoxLayout(this);
  column->addWidget(m_about);
  column->addWidget(m_progress);
  column->addWidget(m_table, 1);
  column->addWidget(buttons);
  resize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 30);
  fill({});
  connect(&m_worker, &Worker::failed, this, &LossDialog::say);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &LossDialog::updateCommands);
  connect(&m_jobs, &QAbstractItemModel::dataChanged, this, &LossDialog::showJob);
  connect(&m_jobs, &JobListModel::summaryChanged, this, &LossDialog::showJob);
  connect(&m_jobs, &JobListModel::jobEnded, this, [this](const JobRow& job) {
    if (job.id == m_job && job.state == JobState::finished) showReport(job.result);
  });
  const JobRow* const before = m_jobs.job(m_job);
  if (before != nullptr && before->state == JobState::finished) showReport(before->result);
  showJob();
}

void LossDialog::measure() {
  try {
    const LossRequest request = requestFor({toPath(m_runFolder)});
    m_job = m_bridge.submit(job_of(request, m_name.toStdString()));
    showJob();
  } catch (const Error& error) {
    say(error.fault());
  }
}

void LossDialog::showJob() {
  const JobRow* const job = m_jobs.job(m_job);
  const bool isUnderWay = job != nullptr && (job->isActive() || job->isWaiting());
  m_progress->setVisible(isUnderWay);
  if (isUnderWay)
    m_progress->showProgress(job->isWaiting() ? 0 : job->fraction(), job->progress && job->isActive()
                                                                         ? progressText(*job->progress)
                                                                         : stateText(job->state));
  if (job != nullptr && job->fault) say(*job->fault);
  updateCommands();
}

void LossDialog::showReport(const nlohmann::json& result) {
  m_worker.run([result, folder = m_runFolder,
                project = m_project](const std::stop_token&) { return read(result, folder, project.get()); },
               [this](const std::vector<ClipLoss>& clips) { fill(clips); });
}

void LossDialog::fill(const std::vector<ClipLoss>& clips) {
  m_rows->clear();
  m_rows->setHorizontalHeaderLabels({tr("Clip"), tr("Caption"), tr("Loss"), tr("× median")});
  const double median = clips.empty() ? 0 : clips[clips.size() / 2].loss;
  const QLocale locale;
  for (const ClipLoss& clip : clips) {
    const double times = median > 0 ? clip.loss / median : 1;
    m_rows->appendRow({lossCell(QFileInfo(clip.file).fileName()), lossCell(clip.caption.simplified()),
                       lossCell(locale.toString(clip.loss, 'f', 4), Qt::AlignRight),
                       lossCell(tr("%1×").arg(locale.toString(times, 'f', 2)), Qt::AlignRight)});
    QStandardItem* const first = m_rows->item(m_rows->rowCount() - 1);
    first->setData(QVariant::fromValue<qlonglong>(clip.clip), clipRole);
    first->setToolTip(clip.file);
  }
  const int letter = fontMetrics().averageCharWidth();
  QHeaderView& header = *m_table->header();
  header.setStretchLastSection(false);
  header.setSectionResizeMode(1, QHeaderView::Stretch);
  for (const auto& [section, letters] : {std::pair(0, 26), std::pair(2, 12), std::pair(3, 20)})
    header.resizeSection(section, std::max(letter * letters, header.sectionSizeHint(section)));
  updateCommands();
}

void LossDialog::takeChosen() {
  std::vector<int64_t> clips;
  for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
    if (const auto clip = row.data(clipRole).toLongLong(); clip > 0) clips.push_back(clip);
  if (clips.empty()) return;
  accept();
  Q_EMIT clipsRequested(clips);
}

void LossDialog::updateCommands() {
  const JobRow* const job = m_jobs.job(m_job);
  const bool isUnderWay = job != nullptr && (job->isActive() || job->isWaiting());
  m_measure->setEnabled(!isUnderWay && m_bridge.hasKind(LossRequest::kind));
  m_select->setEnabled(
      std::ranges::any_of(m_table->selectionModel()->selectedRows(),
                          [](const QModelIndex& row) { return row.data(clipRole).toLongLong() > 0; }));
}

void LossDialog::say(const Fault& fault) {
  m_about->setText(faultWithHint(fault));
}

}  // namespace fw::ui
