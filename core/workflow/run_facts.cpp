// SPDX-License-Identifier: Apache-2.0
#include "workflow/run_facts.h"

#include <algorithm>

#include "model_files/prompt_tokenizers.h"
#include "run/cache_cleanup.h"
#include "text/tokenizer.h"
#include "workflow/encoded_samples.h"
#include "workflow/launch.h"

namespace fw::workflow {

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

constexpr int64_t much_larger = 4;  // factor, compared with the model's own size

std::string bucket_names(const std::set<catalog::Bucket>& buckets) {
  std::string names;
  for (const catalog::Bucket& bucket : buckets) names += (names.empty() ? "" : ", ") + to_string(bucket);
  return names;
}

/// The model's tokenizers; none if they cannot be read, which training reports.
model_files::PromptTokenizers tokenizers_of(const RunFacts& facts) {
  if (!facts.model || !text::has_sentencepiece()) return {};
  try {
    return {facts.source, *facts.model};
  } catch (const Error&) {
    return {};
  }
}

/// Samples whose cache entries to look for.
std::optional<SamplesToEncode> to_encode(const RunFacts& facts, const run::RunSettings& settings,
                                         std::optional<engine_api::Processor> processor,
                                         const std::stop_token& stop) {
  if (!facts.model || !processor) return std::nullopt;
  const engine_api::PrecomputeRequest request = engine_api::precompute_of(settings, {});
  return SamplesToEncode(settings.cache, engine_api::clip_encoding(request, *facts.model, *processor, stop),
                         stop);
}

/// Buckets far from the size that the model is made for.
void add_size_advice(const catalog::ModelSpec& model, const std::set<catalog::Bucket>& used,
                     std::vector<Fault>& all) {
  const catalog::Bucket native = model.native_size();
  const auto compare = [&](const ErrorCode& code, const catalog::Bucket& bucket, int64_t large,
                           int64_t small) {
    if (large <= much_larger * small) return;
    all.emplace_back(code, std::initializer_list<Argument>{{"bucket", to_string(bucket)},
                                                           {"times", large / small},
                                                           {"native", to_string(native)},
                                                           {"model", model.rules.model}});
  };
  const auto largest = std::ranges::max_element(used, {}, &catalog::Bucket::pixels);
  compare(bucket_large, *largest, largest->pixels(), std::max<int64_t>(1, native.pixels()));
  // Fewer frames are a choice, as are pictures next to videos: only the largest picture counts.
  const auto area = [](const catalog::Bucket& bucket) { return bucket.height * bucket.width; };
  const auto widest = std::ranges::max_element(used, {}, area);
  compare(bucket_small, *widest, area(native), std::max<int64_t>(1, area(*widest)));
}

void read_model(RunFacts& facts) {
  if (facts.source.folder.empty()) return;
  try {
    facts.model = catalog::recognise_model(facts.source);
  } catch (const Error& error) {
    facts.faults.push_back(at_setting("model.folder", error.fault()));
  }
}

void read_dataset(RunFacts& facts, const run::RunSettings& settings,
                  std::optional<engine_api::Processor> processor, const std::stop_token& stop) {
  if (facts.dataset.empty()) return;
  try {
    SampleSurvey survey(facts, settings, processor, stop);
    dataset::visit_dataset_manifest(facts.dataset,
                                    [&](const dataset::DatasetSample& sample) { survey.add(sample); });
    survey.finish(facts, /*has_keys=*/true);
    if (facts.samples == 0)
      facts.faults.emplace_back(
          no_sample, std::initializer_list<Argument>{{"key", "data.dataset"}, {"dataset", facts.dataset}});
  } catch (const Error& error) {
    facts.faults.push_back(at_setting("data.dataset", error.fault()));
  }
}

}  // namespace

struct SampleSurvey::State {
  const run::RunSettings& settings;
  RunFacts counted;
  model_files::PromptTokenizers tokenizers;
  std::optional<SamplesToEncode> missing;
  std::set<std::string> long_captions;

  void add_caption(const std::string& caption) {
    if (!long_captions.contains(caption) && tokenizers.is_too_long(caption)) long_captions.insert(caption);
  }
};

SampleSurvey::SampleSurvey(const RunFacts& facts, const run::RunSettings& settings,
                           std::optional<engine_api::Processor> processor, const std::stop_token& stop)
    : state_(new State{settings, {}, tokenizers_of(facts), to_encode(facts, settings, processor, stop), {}}) {
  state_->counted.is_encoded = state_->missing.has_value();
  state_->counted.token_limit = state_->tokenizers.limit();
}

SampleSurvey::~SampleSurvey() = default;

void SampleSurvey::add(const dataset::DatasetSample& sample) {
  RunFacts& counted = state_->counted;
  ++counted.samples;
  counted.buckets.insert(sample.bucket);
  ++counted.samples_of[sample.bucket];
  counted.draws_of[sample.bucket] += sample.draws;
  counted.is_encoded = counted.is_encoded && run::is_encoded(state_->settings, sample) &&
                       run::has_entries(state_->settings.cache, sample);
  if (state_->missing) state_->missing->add(sample);
  state_->add_caption(sample.caption);
  for (const std::string& caption : sample.more_captions) state_->add_caption(caption);
}

void SampleSurvey::finish(RunFacts& facts, bool has_keys) const {
  const RunFacts& counted = state_->counted;
  facts.samples = counted.samples;
  facts.buckets = counted.buckets;
  facts.samples_of = counted.samples_of;
  facts.draws_of = counted.draws_of;
  const std::optional<SamplesToEncode>& missing = state_->missing;
  facts.is_encoded = has_keys && counted.is_encoded && missing->have_keys();
  facts.pixels_to_encode = facts.is_encoded || !missing ? 0 : missing->pixels();
  facts.long_captions = static_cast<int64_t>(state_->long_captions.size());
  facts.token_limit = counted.token_limit;
}

Fault at_setting(const char* key, Fault fault) {
  fault.arguments["key"] = key;
  return fault;
}

std::set<catalog::Bucket> RunFacts::buckets_of(const run::RunSettings& settings) const {
  const auto& listed = settings.video_resolution_buckets;
  if (listed.empty()) return buckets;
  std::set<catalog::Bucket> used;
  for (const std::string& name : listed) {
    if (const auto bucket = catalog::parse_bucket(name); bucket && buckets.contains(*bucket))
      used.insert(*bucket);
  }
  return used;
}

int64_t RunFacts::samples_in(const std::set<catalog::Bucket>& wanted) const {
  int64_t count = 0;
  for (const auto& [bucket, number] : samples_of) count += wanted.contains(bucket) ? number : 0;
  return count;
}

double RunFacts::draws_in(const std::set<catalog::Bucket>& wanted) const {
  double sum = 0;
  for (const auto& [bucket, draws] : draws_of) sum += wanted.contains(bucket) ? draws : 0;
  return sum;
}

RunFacts read_run_facts(const run::RunSettings& settings, std::optional<engine_api::Processor> processor,
                        const std::stop_token& stop) {
  RunFacts facts;
  facts.source = run::model_source(settings);
  facts.dataset = settings.dataset;
  read_model(facts);
  read_dataset(facts, settings, processor, stop);
  if (facts.model) facts.obstacle = model_obstacle(settings, facts.is_encoded);
  return facts;
}

std::vector<Fault> faults_of(const RunFacts& facts, const run::RunSettings& settings) {
  std::vector<Fault> all = facts.faults;
  if (!facts.buckets.empty() && facts.buckets_of(settings).empty())
    all.emplace_back(no_such_bucket,
                     std::initializer_list<Argument>{{"key", "data.video_resolution_buckets"},
                                                     {"buckets", bucket_names(facts.buckets)}});
  return all;
}

std::vector<Fault> advice_of(const RunFacts& facts, const run::RunSettings& settings) {
  std::vector<Fault> all;
  if (!facts.model) return all;
  const catalog::ModelSpec& model = *facts.model;
  if (facts.left_out > 0)
    all.emplace_back(clips_left_out, std::initializer_list<Argument>{{"clips", facts.left_out}});
  if (facts.long_captions > 0)
    all.emplace_back(captions_too_long, std::initializer_list<Argument>{{"captions", facts.long_captions},
                                                                        {"limit", facts.token_limit},
                                                                        {"model", model.rules.model}});
  const std::set<catalog::Bucket> used = facts.buckets_of(settings);
  if (used.empty()) return all;  // a fault, or no samples at all
  if (const int64_t unused = facts.samples - facts.samples_in(used); unused > 0)
    all.emplace_back(
        samples_unused,
        std::initializer_list<Argument>{
            {"unused", unused}, {"samples", facts.samples}, {"buckets", bucket_names(facts.buckets)}});
  add_size_advice(model, used, all);
  return all;
}

}  // namespace fw::workflow
