// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_check.h"

#include <algorithm>

#include "project/clips.h"
#include "run/cache_cleanup.h"
#include "ui/state/project_session.h"
#include "workflow/project_samples.h"

namespace fw::ui {

namespace {

constexpr ErrorCode no_sample{"train.no_sample",
                              FW_TEXT("errors", "{key}: the dataset {dataset} has no samples."),
                              FW_TEXT("errors", "Choose another one, or put clips into buckets.")};
constexpr ErrorCode no_such_bucket{"train.no_such_bucket",
                                   FW_TEXT("errors", "{key}: the dataset has no samples of these shapes."),
                                   FW_TEXT("errors", "It has {buckets}. An empty list uses all of them.")};

std::string bucketNames(const std::set<catalog::Bucket>& buckets) {
  std::string names;
  for (const catalog::Bucket& bucket : buckets) names += (names.empty() ? "" : ", ") + to_string(bucket);
  return names;
}

/// A fault of another place as one of the setting that names the place.
Fault at(const char* key, Fault fault) {
  fault.arguments["key"] = key;
  return fault;
}

void lookAtModel(RunFacts& facts) {
  if (facts.source.folder.empty()) return;
  try {
    facts.model = catalog::recognise_model(facts.source);
  } catch (const Error& error) {
    facts.faults.push_back(at("model.folder", error.fault()));
  }
}

void lookAtDataset(RunFacts& facts, const run::RunSettings& settings) {
  try {
    RunFacts read = facts;
    read.isEncoded = facts.model.has_value();
    dataset::visit_dataset_manifest(facts.dataset, [&](const dataset::DatasetSample& sample) {
      ++read.samples;
      read.buckets.insert(sample.bucket);
      read.isEncoded = read.isEncoded && run::is_encoded(settings, sample);
    });
    facts = std::move(read);
    if (facts.samples == 0)
      facts.faults.emplace_back(
          no_sample, std::initializer_list<Argument>{{"key", "data.dataset"}, {"dataset", facts.dataset}});
  } catch (const Error& error) {
    facts.faults.push_back(at("data.dataset", error.fault()));
  }
}

void lookAtProject(RunFacts& facts, const project::Project& project, const std::stop_token& stop) {
  const std::vector<catalog::Bucket> buckets = project::project_buckets(project);
  facts.isFromProject = !buckets.empty();
  if (!facts.isFromProject || !facts.model) return;
  try {
    workflow::visit_project_samples(project, *facts.model, {}, stop,
                                    [&](const dataset::DatasetSample& sample) {
                                      ++facts.samples;
                                      facts.buckets.insert(sample.bucket);
                                    });
  } catch (const Error& error) {
    facts.faults.push_back(at("data.dataset", error.fault()));
  }
}

}  // namespace

RunCheck::RunCheck(RunDraft& draft, ProjectSession& session, QObject* parent)
    : QObject(parent), m_draft(draft), m_session(session) {
  connect(&m_draft, &RunDraft::changed, this, &RunCheck::lookWhenNew);
}

void RunCheck::lookWhenNew() {
  const run::RunSettings& settings = m_draft.run().settings;
  if (m_asked != std::pair(run::model_source(settings), settings.dataset)) look();
}

void RunCheck::look() {
  m_worker.clear();
  const run::RunSettings& settings = m_draft.run().settings;
  m_asked = {run::model_source(settings), settings.dataset};
  m_isKnown = false;
  std::shared_ptr<project::Project> beside;
  if (m_session.isOpen() && settings.dataset.empty()) beside = m_session.beside();
  m_worker.run(
      [asked = m_asked, settings, beside](const std::stop_token& stop) {
        RunFacts facts;
        facts.source = asked.first;
        facts.dataset = asked.second;
        lookAtModel(facts);
        if (!facts.dataset.empty()) {
          lookAtDataset(facts, settings);
        } else if (beside) {
          lookAtProject(facts, *beside, stop);
        }
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
  if (settings.model_folder.empty()) takeMissing("model.family");  // the folder says it
  if (takeMissing("data.dataset") > 0 && isCurrent() && !m_facts.isFromProject)
    all.emplace_back(workflow::no_dataset, std::initializer_list<Argument>{{"key", "data.dataset"}});
  if (!isCurrent()) return all;
  all.insert(all.end(), m_facts.faults.begin(), m_facts.faults.end());
  const auto& wanted = settings.video_resolution_buckets;
  const auto isThere = [&](const std::string& text) {
    const auto bucket = catalog::parse_bucket(text);
    return bucket && m_facts.buckets.contains(*bucket);
  };
  if (!wanted.empty() && !m_facts.buckets.empty() && std::ranges::none_of(wanted, isThere))
    all.emplace_back(no_such_bucket,
                     std::initializer_list<Argument>{{"key", "data.video_resolution_buckets"},
                                                     {"buckets", bucketNames(m_facts.buckets)}});
  return all;
}

}  // namespace fw::ui
