// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "catalog/model_spec.h"
#include "dataset/dataset_manifest.h"
#include "engine_api/clip_encoding.h"
#include "run/run_settings.h"
#include "workflow/dataset_changes.h"

/// Facts and advice about a run's model and dataset before it starts: shared by the window and the command
/// line.
namespace fw::workflow {

/// Facts from the disk about a run file: the model in its folder and the samples of its dataset.
struct RunFacts {
  catalog::ModelSource source;  ///< what was read, absolute; empty: none given
  std::string dataset;          ///< likewise
  std::optional<catalog::ModelSpec> model;
  int64_t samples = 0;
  std::set<catalog::Bucket> buckets;  ///< of the samples
  std::map<catalog::Bucket, int64_t> samples_of;
  std::map<catalog::Bucket, double> draws_of;  ///< of the samples together, in an epoch
  bool is_encoded = false;       ///< each sample of the dataset names its entries, and they are in the cache
  int64_t pixels_to_encode = 0;  ///< of clips missing from the cache, as this run would encode them
  /// No dataset is given: the samples are the project's clips in the project's buckets.
  bool is_from_project = false;
  int64_t left_out = 0;       ///< number of the project's clips that fit no bucket
  int64_t longest_clip = 0;   ///< of the project: frames at the samples' rate
  int64_t long_captions = 0;  ///< distinct captions that an encoder of the model truncates
  int64_t token_limit = 0;    ///< the lowest token limit of its encoders
  std::vector<Fault> faults;  ///< of unusable folders and files
  /// Why the model can be planned but not loaded.
  std::optional<Fault> obstacle;
  /// For a dataset frozen from the project earlier: how its clips have changed since.
  DatasetChanges changes;

  /// The buckets that a run with these settings uses: all, or the listed ones that exist.
  std::set<catalog::Bucket> buckets_of(const run::RunSettings& settings) const;
  /// Number of samples in them, and of their draws in an epoch.
  int64_t samples_in(const std::set<catalog::Bucket>& wanted) const;
  double draws_in(const std::set<catalog::Bucket>& wanted) const;
};

/// Reads the model's configuration and the dataset that the settings name. Faults of either are in the
/// result.
/// @param processor  of the run, which determines its cache entries; nullopt: they are not looked for
/// @throws fw::Cancelled. Thread: any. Cost: reads the dataset, looks for each sample's cache entries and
/// counts the tokens of captions that may be too long.
RunFacts read_run_facts(const run::RunSettings& settings, std::optional<engine_api::Processor> processor,
                        const std::stop_token& stop = {});

/// Adds what a project knows: its clips as samples if the settings name no dataset, else their changes since
/// that dataset was frozen. @param facts  of read_run_facts
/// @throws fw::Cancelled. Thread: any, with its own project object. Cost: plans all clips.
void add_project_facts(RunFacts& facts, const run::RunSettings& settings, engine_api::Processor processor,
                       const project::Project& project, const std::stop_token& stop);

/// Faults that prevent a run with these settings: those of the facts, and listed buckets without a sample.
std::vector<Fault> faults_of(const RunFacts& facts, const run::RunSettings& settings);

/// Warnings before a run starts: clips and samples that are not used, captions that are cut, buckets far from
/// the model's own size. None of them prevents it.
std::vector<Fault> advice_of(const RunFacts& facts, const run::RunSettings& settings);

/// Turns a fault of a folder or file into one of the setting that names it.
Fault at_setting(const char* key, Fault fault);

/// Collects the facts about a run's samples.
class SampleSurvey {
 public:
  /// @param facts  with the model
  SampleSurvey(const RunFacts& facts, const run::RunSettings& settings,
               std::optional<engine_api::Processor> processor, const std::stop_token& stop);
  ~SampleSurvey();
  /// Cost: a stat for each cache entry. @throws fw::Cancelled
  void add(const dataset::DatasetSample& sample);
  /// @param has_keys  false: the samples are not of a dataset, whose rows name their cache entries
  void finish(RunFacts& facts, bool has_keys) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fw::workflow
