// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_check.h"

#include <QFileInfo>
#include <QLocale>
#include <algorithm>

#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/project_session.h"
#include "workflow/project_samples.h"

namespace fw::ui {

namespace {

constexpr ErrorCode dataset_changed{
    "train.dataset_changed",
    FW_TEXT("errors", "The project's clips have changed since this dataset was frozen ({time}): {changes}."),
    FW_TEXT("errors", "Update it to train on the clips as they are when the run starts."), Blame::input};

constexpr size_t mostBuckets = 6;  // listed above Start

/// "1 caption, 2 clips added"
QString changesText(const workflow::DatasetChanges& changes) {
  QStringList parts;
  const auto add = [&parts](int64_t count, const QString& text) {
    if (count > 0) parts << text;
  };
  const auto number = [](int64_t count) { return static_cast<int>(count); };
  add(changes.captions, RunCheck::tr("%n captions", nullptr, number(changes.captions)));
  add(changes.cuts, RunCheck::tr("%n cuts", nullptr, number(changes.cuts)));
  add(changes.crops, RunCheck::tr("%n crops", nullptr, number(changes.crops)));
  add(changes.buckets, RunCheck::tr("%n clips in other buckets", nullptr, number(changes.buckets)));
  add(changes.weights, RunCheck::tr("%n clips with other weights", nullptr, number(changes.weights)));
  add(changes.added, RunCheck::tr("%n clips added", nullptr, number(changes.added)));
  add(changes.removed, RunCheck::tr("%n clips removed", nullptr, number(changes.removed)));
  return parts.join(comma());
}

/// A run's copy is rewritten when it is encoded; its run file is not.
QString frozenText(const QString& dataset) {
  const QFileInfo run(QFileInfo(dataset).absolutePath() + QStringLiteral("/run.toml"));
  const bool isRuns = run.exists() && QFileInfo(dataset).fileName() == QLatin1String("dataset.jsonl");
  return QLocale().toString(isRuns ? run.lastModified() : QFileInfo(dataset).lastModified(),
                            QLocale::ShortFormat);
}

/// The paths and texts of the run file that need the disk.
std::tuple<catalog::ModelSource, std::string, std::string> asksFor(const run::RunSettings& settings) {
  return {run::model_source(settings), settings.dataset, settings.id_token};
}

}  // namespace

QString RunCheck::samplesText() const {
  const std::set<catalog::Bucket> used = m_facts.buckets_of(m_draft.run().settings);
  const int64_t count = m_facts.samples_in(used);
  if (count == 0) return {};
  QStringList names;
  for (const catalog::Bucket& bucket : used) {
    if (static_cast<size_t>(names.size()) == mostBuckets) break;
    names << QStringLiteral("%1 (%2)").arg(QString::fromStdString(to_string(bucket)),
                                           QLocale().toString(qlonglong{m_facts.samples_of.at(bucket)}));
  }
  if (used.size() > mostBuckets)
    names << RunCheck::tr("%n more buckets", nullptr, static_cast<int>(used.size() - mostBuckets));
  return RunCheck::tr("%n samples", nullptr, static_cast<int>(count)) + colon() + names.join(comma());
}

RunCheck::RunCheck(RunDraft& draft, ProjectSession& session, const EngineBridge& bridge, QObject* parent)
    : QObject(parent), m_draft(draft), m_session(session), m_bridge(bridge) {
  connect(&m_draft, &RunDraft::changed, this, &RunCheck::lookWhenNew);
  connect(&m_bridge, &EngineBridge::devicesChanged, this, [this] {
    if (m_processor != processor()) refresh();
  });
}

bool RunCheck::knowsModel() const {
  return m_facts.model && m_facts.source == run::model_source(m_draft.run().settings);
}

engine_api::Processor RunCheck::processor() const {
  return engine_api::processor_of(m_draft.run().settings.device, m_bridge.hasGpu());
}

void RunCheck::lookWhenNew() {
  const run::RunSettings& settings = m_draft.run().settings;
  if (m_asked != asksFor(settings)) return look();
  // The known facts stay valid meanwhile.
  if (m_encoding != engine_api::precompute_of(settings, {})) refresh();
}

void RunCheck::look() {
  m_isKnown = false;
  refresh();
}

void RunCheck::refresh() {
  m_worker.clear();
  const run::RunSettings& settings = m_draft.run().settings;
  m_asked = asksFor(settings);
  m_encoding = engine_api::precompute_of(settings, {});
  m_processor = processor();
  std::shared_ptr<project::Project> beside;
  if (m_session.isOpen()) beside = m_session.beside();
  m_worker.run(
      [settings, beside, processor = m_processor](const std::stop_token& stop) {
        workflow::RunFacts facts = workflow::read_run_facts(settings, processor, stop);
        if (beside) workflow::add_project_facts(facts, settings, processor, *beside, stop);
        return facts;
      },
      [this](workflow::RunFacts facts) {
        m_facts = std::move(facts);
        m_isKnown = true;
        m_draft.setModel(m_facts.model);
        Q_EMIT changed();
      });
}

std::vector<Fault> RunCheck::faults() const {
  std::vector<Fault> all = m_draft.run().faults;
  const run::RunSettings& settings = m_draft.run().settings;
  const auto takeMissing = [&all](const char* key) {
    return std::erase_if(
        all, [key](const Fault& fault) { return fault.code == "run.missing" && faultKey(fault) == key; });
  };
  if (settings.model_folder.empty()) takeMissing("model.family");  // the folder determines it
  if (takeMissing("data.dataset") > 0 && isCurrent() && !m_facts.is_from_project)
    all.emplace_back(workflow::no_dataset, std::initializer_list<Argument>{{"key", "data.dataset"}});
  if (!isCurrent()) return all;
  const std::vector<Fault> found = workflow::faults_of(m_facts, settings);
  all.insert(all.end(), found.begin(), found.end());
  return all;
}

std::vector<Fault> RunCheck::advice() const {
  std::vector<Fault> all;
  if (!isCurrent() || !m_facts.model) return all;
  if (m_facts.changes != workflow::DatasetChanges())
    all.emplace_back(dataset_changed,
                     std::initializer_list<Argument>{
                         {"time", frozenText(QString::fromStdString(m_facts.dataset)).toStdString()},
                         {"changes", changesText(m_facts.changes).toStdString()}});
  const std::vector<Fault> found = workflow::advice_of(m_facts, m_draft.run().settings);
  all.insert(all.end(), found.begin(), found.end());
  return all;
}

}  // namespace fw::ui
