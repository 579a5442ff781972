// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_check.h"

#include <QFileInfo>
#include <QLocale>
#include <algorithm>

#include "project/clips.h"
#include "run/cache_cleanup.h"
#include "text/tokenizer.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/fault_text.h"
#include "ui/state/project_session.h"
#include "workflow/caption_tokens.h"
#include "workflow/launch.h"
#include "workflow/project_samples.h"

namespace fw::ui {

namespace {

constexpr ErrorCode no_sample{"train.no_sample",
                              FW_TEXT("errors", "{key}: the dataset {dataset} has no samples."),
                              FW_TEXT("errors", "Choose another one, or put clips into buckets.")};
constexpr ErrorCode no_such_bucket{"train.no_such_bucket",
                                   FW_TEXT("errors", "{key}: the dataset has no samples of these shapes."),
                                   FW_TEXT("errors", "It has {buckets}. An empty list uses all of them.")};

constexpr ErrorCode captions_too_long{
    "train.captions_too_long",
    FW_TEXT(
        "errors",
        "{captions} {captions:caption has|captions have} more than the {limit} tokens that a text encoder of "
        "{model} reads."),
    FW_TEXT("errors", "The rest is ignored: shorten them on the Dataset page."), Blame::input};
constexpr ErrorCode bucket_large{
    "train.bucket_large",
    FW_TEXT("errors",
            "The bucket {bucket} is {times} times as large as {native}, which {model} is made for."),
    FW_TEXT("errors", "Each step takes at least as much longer. Choose smaller buckets on the Dataset page."),
    Blame::input};
constexpr ErrorCode bucket_small{
    "train.bucket_small",
    FW_TEXT("errors",
            "The largest bucket that is used, {bucket}, has pictures {times} times smaller than {native}, "
            "which {model} is made for."),
    FW_TEXT(
        "errors",
        "Choose larger buckets on the Dataset page: what is learned here may not carry over to that size."),
    Blame::input};
constexpr ErrorCode samples_unused{
    "train.samples_unused",
    FW_TEXT("errors",
            "{unused} of {samples} {samples:sample|samples} will not be used: data."
            "video_resolution_buckets leaves their buckets out."),
    FW_TEXT("errors", "The dataset has {buckets}. An empty list uses all of them."), Blame::input};
constexpr ErrorCode clips_left_out{
    "train.clips_left_out",
    FW_TEXT("errors", "{clips} {clips:clip fits|clips fit} no bucket and will not be used."),
    FW_TEXT("errors", "The Dataset page says which, and why."), Blame::input};

constexpr ErrorCode dataset_changed{
    "train.dataset_changed",
    FW_TEXT("errors", "The project's clips have changed since this dataset was frozen ({time}): {changes}."),
    FW_TEXT("errors", "Update it to train on the clips as they are when the run starts."), Blame::input};

constexpr size_t mostBuckets = 6;  // listed above Start
constexpr int64_t muchLarger = 4;  // factor, compared with the model's own size

/// Counts the captions that exceed the model's token limit.
class CaptionCheck {
 public:
  explicit CaptionCheck(const RunFacts& facts) {
    if (!facts.model || !text::has_sentencepiece()) return;
    try {
      m_tokenizers = {facts.source, *facts.model};
    } catch (const Error&) {
      // Training reports it; here nothing can be counted.
    }
  }
  void look(const std::string& caption) {
    if (static_cast<int64_t>(caption.size()) < m_tokenizers.limit()) return;
    if (m_seen.insert(caption).second && m_tokenizers.is_too_long(caption)) ++m_count;
  }
  /// Adds their number, and the lowest token limit.
  void tell(RunFacts& facts) const {
    facts.longCaptions = m_count;
    facts.tokenLimit = m_tokenizers.limit();
  }

 private:
  workflow::CaptionTokenizers m_tokenizers;
  std::set<std::string> m_seen;
  int64_t m_count = 0;
};

std::string bucketNames(const std::set<catalog::Bucket>& buckets) {
  std::string names;
  for (const catalog::Bucket& bucket : buckets) names += (names.empty() ? "" : ", ") + to_string(bucket);
  return names;
}

void lookAtModel(RunFacts& facts) {
  if (facts.source.folder.empty()) return;
  try {
    facts.model = catalog::recognise_model(facts.source);
  } catch (const Error& error) {
    facts.faults.push_back(at("model.folder", error.fault()));
  }
}

/// Samples whose cache entries to look for.
workflow::SamplesToEncode toEncode(const RunFacts& facts, const run::RunSettings& settings,
                                   engine_api::Processor processor, const std::stop_token& stop) {
  if (!facts.model) return {settings.cache, {}, stop};
  return {settings.cache,
          engine_api::clip_encoding(engine_api::precompute_of(settings, {}), *facts.model, processor, stop),
          stop};
}

/// A run encodes nothing if all entries of its dataset exist and match its settings.
void lookAtDataset(RunFacts& facts, const run::RunSettings& settings, engine_api::Processor processor,
                   const std::stop_token& stop) {
  try {
    RunFacts read = facts;
    read.isEncoded = facts.model.has_value();
    CaptionCheck captions(facts);
    workflow::SamplesToEncode missing = toEncode(facts, settings, processor, stop);
    dataset::visit_dataset_manifest(facts.dataset, [&](const dataset::DatasetSample& sample) {
      ++read.samples;
      read.buckets.insert(sample.bucket);
      ++read.samplesOf[sample.bucket];
      read.isEncoded =
          read.isEncoded && run::is_encoded(settings, sample) && run::has_entries(settings.cache, sample);
      missing.add(sample);
      captions.look(sample.caption);
    });
    captions.tell(read);
    read.isEncoded = read.isEncoded && missing.have_keys();
    if (!read.isEncoded) read.pixelsToEncode = missing.pixels();
    facts = std::move(read);
    if (facts.samples == 0)
      facts.faults.emplace_back(
          no_sample, std::initializer_list<Argument>{{"key", "data.dataset"}, {"dataset", facts.dataset}});
  } catch (const Error& error) {
    facts.faults.push_back(at("data.dataset", error.fault()));
  }
}

void lookAtProject(RunFacts& facts, const run::RunSettings& settings, engine_api::Processor processor,
                   const project::Project& project, const std::stop_token& stop) {
  facts.isFromProject = project::count_clips(project) > 0;
  if (!facts.isFromProject || !facts.model) return;
  try {
    CaptionCheck captions(facts);
    workflow::SamplesToEncode missing = toEncode(facts, settings, processor, stop);
    const project::BucketPlan plan = workflow::visit_project_samples(
        project, *facts.model, settings.id_token, stop, [&](const dataset::DatasetSample& sample) {
          ++facts.samples;
          facts.buckets.insert(sample.bucket);
          ++facts.samplesOf[sample.bucket];
          missing.add(sample);
          captions.look(sample.caption);
        });
    facts.leftOut = plan.totals.unfit;
    facts.longestClip = std::ranges::max_element(plan.shapes, {}, &dataset::ClipShape::frames)->frames;
    captions.tell(facts);
    facts.pixelsToEncode = missing.pixels();
  } catch (const Error& error) {
    facts.faults.push_back(at("data.dataset", error.fault()));
  }
}

/// For a dataset frozen from the project.
void lookForChanges(RunFacts& facts, const run::RunSettings& settings, const project::Project& project,
                    const std::stop_token& stop) {
  if (!facts.model || facts.samples == 0 || !workflow::is_of_project(project, facts.dataset)) return;
  try {
    facts.changes = workflow::changes_since(facts.dataset, project, *facts.model, settings.id_token, stop);
  } catch (const Error&) {
    // Without clips in the project there is nothing to update.
  }
}

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

Fault at(const char* key, Fault fault) {
  fault.arguments["key"] = key;
  return fault;
}

std::set<catalog::Bucket> RunFacts::bucketsOf(const run::RunSettings& settings) const {
  const auto& listed = settings.video_resolution_buckets;
  if (listed.empty()) return buckets;
  std::set<catalog::Bucket> used;
  for (const std::string& name : listed) {
    if (const auto bucket = catalog::parse_bucket(name); bucket && buckets.contains(*bucket))
      used.insert(*bucket);
  }
  return used;
}

QString RunFacts::samplesText(const run::RunSettings& settings) const {
  const std::set<catalog::Bucket> used = bucketsOf(settings);
  const int64_t count = samplesIn(used);
  if (count == 0) return {};
  QStringList names;
  for (const catalog::Bucket& bucket : used) {
    if (static_cast<size_t>(names.size()) == mostBuckets) break;
    names << QStringLiteral("%1 (%2)").arg(QString::fromStdString(to_string(bucket)),
                                           QLocale().toString(qlonglong{samplesOf.at(bucket)}));
  }
  if (used.size() > mostBuckets)
    names << RunCheck::tr("%n more buckets", nullptr, static_cast<int>(used.size() - mostBuckets));
  return RunCheck::tr("%n samples", nullptr, static_cast<int>(count)) + colon() + names.join(comma());
}

int64_t RunFacts::samplesIn(const std::set<catalog::Bucket>& wanted) const {
  int64_t count = 0;
  for (const auto& [bucket, number] : samplesOf) count += wanted.contains(bucket) ? number : 0;
  return count;
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
      [asked = m_asked, settings, beside, processor = m_processor](const std::stop_token& stop) {
        RunFacts facts;
        facts.source = std::get<0>(asked);
        facts.dataset = std::get<1>(asked);
        lookAtModel(facts);
        if (!facts.dataset.empty()) {
          lookAtDataset(facts, settings, processor, stop);
          if (beside) lookForChanges(facts, settings, *beside, stop);
        } else if (beside) {
          lookAtProject(facts, settings, processor, *beside, stop);
        }
        if (facts.model) facts.obstacle = workflow::model_obstacle(settings, facts.isEncoded);
        return facts;
      },
      [this](RunFacts facts) {
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
  if (takeMissing("data.dataset") > 0 && isCurrent() && !m_facts.isFromProject)
    all.emplace_back(workflow::no_dataset, std::initializer_list<Argument>{{"key", "data.dataset"}});
  if (!isCurrent()) return all;
  all.insert(all.end(), m_facts.faults.begin(), m_facts.faults.end());
  if (!m_facts.buckets.empty() && m_facts.bucketsOf(settings).empty())
    all.emplace_back(no_such_bucket,
                     std::initializer_list<Argument>{{"key", "data.video_resolution_buckets"},
                                                     {"buckets", bucketNames(m_facts.buckets)}});
  return all;
}

std::vector<Fault> RunCheck::advice() const {
  std::vector<Fault> all;
  if (!isCurrent() || !m_facts.model) return all;
  const catalog::ModelSpec& model = *m_facts.model;
  if (m_facts.changes != workflow::DatasetChanges())
    all.emplace_back(dataset_changed,
                     std::initializer_list<Argument>{
                         {"time", frozenText(QString::fromStdString(m_facts.dataset)).toStdString()},
                         {"changes", changesText(m_facts.changes).toStdString()}});
  if (m_facts.leftOut > 0)
    all.emplace_back(clips_left_out, std::initializer_list<Argument>{{"clips", m_facts.leftOut}});
  if (m_facts.longCaptions > 0)
    all.emplace_back(captions_too_long, std::initializer_list<Argument>{{"captions", m_facts.longCaptions},
                                                                        {"limit", m_facts.tokenLimit},
                                                                        {"model", model.rules.model}});
  const std::set<catalog::Bucket> used = m_facts.bucketsOf(m_draft.run().settings);
  if (used.empty()) return all;  // a fault, or no samples at all
  if (const int64_t unused = m_facts.samples - m_facts.samplesIn(used); unused > 0)
    all.emplace_back(
        samples_unused,
        std::initializer_list<Argument>{
            {"unused", unused}, {"samples", m_facts.samples}, {"buckets", bucketNames(m_facts.buckets)}});
  const auto compare = [&](const ErrorCode& code, const catalog::Bucket& bucket, int64_t large,
                           int64_t small) {
    if (large <= muchLarger * small) return;
    all.emplace_back(code, std::initializer_list<Argument>{{"bucket", to_string(bucket)},
                                                           {"times", large / small},
                                                           {"native", to_string(model.native_size())},
                                                           {"model", model.rules.model}});
  };
  const catalog::Bucket native = model.native_size();
  const auto largest = std::ranges::max_element(used, {}, &catalog::Bucket::pixels);
  compare(bucket_large, *largest, largest->pixels(), std::max<int64_t>(1, native.pixels()));
  // Fewer frames are a choice, as are pictures next to videos: only the largest picture counts.
  const auto area = [](const catalog::Bucket& bucket) { return bucket.height * bucket.width; };
  const auto widest = std::ranges::max_element(used, {}, area);
  compare(bucket_small, *widest, area(native), std::max<int64_t>(1, area(*widest)));
  return all;
}

}  // namespace fw::ui
