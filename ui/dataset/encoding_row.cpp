// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/encoding_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <utility>

#include "dataset/dataset_manifest.h"
#include "project/samples.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/state/clip_store.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

const std::string precomputeKind(engine_api::PrecomputeRequest::kind);

}  // namespace

EncodingRow::EncodingRow(EngineBridge& bridge, JobListModel& jobs, ClipStore& store, BucketPlanner& planner,
                         ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_bridge(bridge),
      m_store(store),
      m_planner(planner),
      m_label(new WrapLabel),
      m_encode(actions.addScoped(this,
                                 {QStringLiteral("dataset.encode"), tr("E&ncode now"), "device",
                                  QKeySequence(QStringLiteral("Ctrl+Alt+E")),
                                  tr("Encodes clips and captions ahead of time, so that training can start "
                                     "at once. Only what has changed is encoded.")},
                                 [this] { encode(); })) {
  auto* const row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(m_label, 1, Qt::AlignVCenter);
  row->addWidget(actionButton(m_encode));
  connect(&m_planner, &BucketPlanner::planned, this, &EncodingRow::count);
  connect(&bridge, &EngineBridge::engineStateChanged, this, &EncodingRow::updateCommand);
  connect(&bridge, &EngineBridge::devicesChanged, this, &EncodingRow::countWhenNew);
  connect(&store, &ClipStore::opened, this, &EncodingRow::openProject);
  connect(&jobs, &JobListModel::jobEnded, this, [this](const JobRow& job) {
    if (job.kind == precomputeKind || job.kind == engine_api::TrainRequest::kind) count();
  });
  connect(&m_worker, &Worker::failed, this, &EncodingRow::stopCounting);
  openProject();
  updateCommand();
}

std::filesystem::path EncodingRow::encodedFile() const {
  return workflow::encoded_ahead(m_store.folder(), m_planner.settings().model.id);
}

EncodingRow::Asked EncodingRow::asked() const {
  const DatasetSettings& settings = m_planner.settings();
  const bool isRuns = workflow::is_for_model(m_run, settings.modelFolder) && !m_run.id_token.empty();
  engine_api::PrecomputeRequest request = workflow::ahead_of(m_run, settings.model, settings.modelFolder);
  const engine_api::Processor processor = engine_api::processor_of(request.device, m_bridge.hasGpu());
  return {std::move(request), processor, isRuns ? m_run.id_token : settings.idToken};
}

void EncodingRow::openProject() {
  stopCounting();
  m_project = m_store.beside();
}

void EncodingRow::setRun(const run::RunSettings& settings) {
  m_run = settings;
  countWhenNew();
}

void EncodingRow::countWhenNew() {
  if (asked() != m_asked) count();
}

void EncodingRow::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  count();  // the cache may have been cleaned up, or filled by another program
}

void EncodingRow::stopCounting() {
  m_worker.clear();
  m_isIdentifying = false;
  m_label->clear();
}

/// First hashes the networks, whose content names the cache entries. Large ones take a while the first time;
/// only choosing others interrupts that.
void EncodingRow::count() {
  updateCommand();
  if (m_planner.plan() == nullptr || !m_project) return stopCounting();
  if (!isVisible()) return;
  const Asked before = std::exchange(m_asked, asked());
  const auto& [request, processor, token] = m_asked;
  if (m_isIdentifying && request == std::get<0>(before) && processor == std::get<1>(before)) return;
  m_worker.clear();
  m_isIdentifying = true;
  if (m_label->text().isEmpty()) m_label->setText(tr("Looking up what is encoded…"));
  m_worker.run(
      [request = request, processor = processor,
       model = m_planner.settings().model](const std::stop_token& stop) mutable {
        try {
          model = catalog::recognise_model({request.model, request.parts});
        } catch (const Error&) {
          // The values from the project's preparation apply.
        }
        return engine_api::whole_encoding(request, model, processor, stop);
      },
      [this](const dataset::ClipEncoding& encoding) {
        m_isIdentifying = false;
        countSamples(encoding);
      });
}

void EncodingRow::countSamples(const dataset::ClipEncoding& encoding) {
  const auto& [request, processor, token] = m_asked;
  m_worker.run(
      [encoding, cache = request.cache, plan = m_planner.sharedPlan(), project = m_project,
       options = project::SampleOptions{m_planner.settings().fps, token}](const std::stop_token& stop) {
        workflow::SamplesToEncode missing(cache, encoding, stop);
        visit_samples(*project, plan->assignments, options,
                      [&](const dataset::DatasetSample& sample) { missing.add(sample); });
        return Missing{missing.samples(), missing.clips(), missing.captions()};
      },
      [this](const Missing& missing) { showMissing(missing); });
}

void EncodingRow::showMissing(const Missing& missing) {
  const auto samples = static_cast<int>(missing.samples);
  if (samples == 0) return m_label->clear();
  if (missing.clips == 0 && missing.captions == 0)
    return m_label->setText(tr("All %n samples are encoded.", nullptr, samples));
  m_label->setText(tr("To encode: %1 of %n samples", nullptr, samples)
                       .arg(QLocale().toString(static_cast<qlonglong>(missing.clips))) +
                   comma() + tr("%n captions.", nullptr, static_cast<int>(missing.captions)));
}

void EncodingRow::updateCommand() {
  const bool hasModel = !m_planner.settings().modelFolder.empty();
  const bool hasEngine = m_bridge.hasKind(precomputeKind);
  const bool hasSamples = m_planner.plan() != nullptr && m_planner.plan()->totals.samples > 0;
  m_encode->setEnabled(hasModel && hasEngine && hasSamples && m_store.canEdit());
  const QString reason = !hasEngine  ? tr("The engine is not ready.")
                         : !hasModel ? tr("Choose a model folder first: its networks do the encoding.")
                                     : QString();
  m_encode->setToolTip(reason.isEmpty() ? m_encode->whatsThis() : reason);
}

void EncodingRow::encode() {
  const auto [request, processor, token] = asked();
  m_store.readAfterEdits(
      [file = encodedFile(), plan = m_planner.sharedPlan(),
       options = project::SampleOptions{m_planner.settings().fps, token}](const project::Project& project,
                                                                          const std::stop_token&) {
        // Kept separate from the previous file, which stays valid until the job is done. The job replaces the
        // file; a symlink's target is not the project's to replace.
        if (std::filesystem::is_symlink(file)) refuse_existing(file);
        const std::filesystem::path wanted = project.make_folder("datasets") / "to-encode.jsonl";
        write_manifest(wanted, Existing::own, project, plan->assignments, options);
        return std::pair(wanted, file);
      },
      [this,
       request = request](const std::pair<std::filesystem::path, std::filesystem::path>& files) mutable {
        request.dataset = files.first;
        request.out = files.second;
        request.overwrite = true;
        m_bridge.submit(job_of(request, {}));
      });
}

}  // namespace fw::ui
