// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/encoding_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <set>

#include "base/paths.h"
#include "dataset/dataset_manifest.h"
#include "engine_api/requests.h"
#include "project/samples.h"
#include "run/run_settings.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/state/clip_store.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/wrap_label.h"
#include "workflow/encoded_samples.h"

namespace fw::ui {

namespace {

const std::string precomputeKind(engine_api::PrecomputeRequest::kind);

}  // namespace

struct EncodingRow::Stale {
  int samples = 0;
  int clips = 0;     ///< whose latents are missing
  int captions = 0;  ///< whose embeddings are missing
};

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
  connect(&m_planner, &BucketPlanner::planned, this, &EncodingRow::compare);
  connect(&bridge, &EngineBridge::engineStateChanged, this, &EncodingRow::updateCommand);
  connect(&store, &ClipStore::failed, this, [this] { m_isComparing = false; });
  connect(&store, &ClipStore::opened, this, [this] { m_isComparing = false; });
  connect(&jobs, &JobListModel::jobEnded, this, [this](const JobRow& job) {
    if (job.kind == precomputeKind) compare();
  });
  updateCommand();
}

std::filesystem::path EncodingRow::encodedFile() const {
  return workflow::encoded_ahead(m_store.folder(), m_planner.settings().model.id);
}

void EncodingRow::compare() {
  updateCommand();
  m_compareAgain = m_isComparing;
  if (m_planner.plan() == nullptr || !m_store.isOpen()) return showStale({});
  if (m_isComparing) return;
  m_isComparing = true;
  m_store.readAll(
      [file = encodedFile(), assignments = m_planner.plan()->assignments, settings = m_planner.settings()](
          const project::Project& project, const std::stop_token& stop) {
        std::set<std::string> latents;
        std::set<std::string> captions;
        if (std::filesystem::exists(file)) {
          dataset::visit_dataset_manifest(file, [&](const dataset::DatasetSample& sample) {
            if (!sample.keys.latents.empty()) latents.insert(workflow::latents_recipe(sample));
            if (!sample.keys.text.empty()) captions.insert(sample.caption);
          });
        }
        Stale stale;
        std::set<std::string> missing;
        visit_samples(project, assignments, {settings.fps, settings.idToken},
                      [&](const dataset::DatasetSample& sample) {
                        if (stop.stop_requested()) throw Cancelled();
                        ++stale.samples;
                        if (!latents.contains(workflow::latents_recipe(sample))) ++stale.clips;
                        if (!captions.contains(sample.caption)) missing.insert(sample.caption);
                      });
        stale.captions = static_cast<int>(missing.size());
        return stale;
      },
      [this](const Stale& stale) {
        m_isComparing = false;
        showStale(stale);
        if (m_compareAgain) compare();
      });
}

void EncodingRow::showStale(const std::optional<Stale>& stale) {
  if (!stale || stale->samples == 0) return m_label->clear();
  if (stale->clips == 0 && stale->captions == 0)
    return m_label->setText(tr("All %n samples are encoded.", nullptr, stale->samples));
  m_label->setText(
      tr("To encode: %1 of %n samples", nullptr, stale->samples).arg(QLocale().toString(stale->clips)) +
      comma() + tr("%n captions.", nullptr, stale->captions));
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
  const DatasetSettings settings = m_planner.settings();
  m_store.readAfterEdits(
      [file = encodedFile(), assignments = m_planner.plan()->assignments, settings](
          const project::Project& project, const std::stop_token&) {
        // Apart from what is encoded already, which stays true until the job is done.
        const std::filesystem::path wanted = project.make_folder("datasets") / "to-encode.jsonl";
        write_manifest(wanted, Existing::replace, project, assignments, {settings.fps, settings.idToken});
        return std::pair(wanted, file);
      },
      [this, settings](const std::pair<std::filesystem::path, std::filesystem::path>& files) {
        run::RunSettings run{.family = settings.model.family};
        run.model_folder = settings.modelFolder;
        run.cache = to_utf8(cache_folder() / "latents");
        engine_api::PrecomputeRequest request = workflow::ahead_of(run, files.first);
        request.out = files.second;
        request.overwrite = true;
        m_bridge.submit(job_of(request, {}));
      });
}

}  // namespace fw::ui
