// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/error.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "dataset/dataset_manifest.h"
#include "media/file_fault.h"
#include "project/check.h"
#include "project/write_sample.h"
#include "quickstart/jobs.h"
#include "workflow/project_samples.h"

namespace fw::quickstart {

namespace {

namespace fs = std::filesystem;
using engine_api::LogLevel;

constexpr ErrorCode too_few_clips{
    "quickstart.too_few_clips",
    FW_TEXT("errors", "Only {count} {count:clip|clips} can be used for training: too few to hold any out."),
    FW_TEXT("errors", "Give at least two videos with captions."), Blame::input};

constexpr size_t held_out_every = 4;

bool is_inside(const fs::path& file, const fs::path& folder) {
  const auto [end, _] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end();
}

struct Parts {
  dataset::DatasetManifest train, prior, held_out;
};

/// Moves samples of a folder out of `samples`; none if no folder is given.
dataset::DatasetManifest take(dataset::DatasetManifest& samples, const fs::path& folder) {
  dataset::DatasetManifest taken;
  if (folder.empty()) return taken;
  const fs::path inside = fs::weakly_canonical(folder);
  const auto rest = std::stable_partition(
      samples.begin(), samples.end(), [&](const auto& sample) { return !is_inside(sample.source, inside); });
  taken.assign(std::make_move_iterator(rest), std::make_move_iterator(samples.end()));
  samples.erase(rest, samples.end());
  return taken;
}

/// @param held_out  the folder of held-out clips; empty: holds out every fourth
Parts part(dataset::DatasetManifest all, const fs::path& held_out, const fs::path& prior) {
  Parts parts;
  parts.prior = take(all, prior);
  const size_t count = all.size();
  parts.held_out = take(all, held_out);
  if (!held_out.empty()) {
    parts.train = std::move(all);
  } else {
    for (size_t i = 0; i < count; ++i) {
      const bool apart = i % held_out_every == held_out_every - 1 || (count < held_out_every && i == 0);
      (apart ? parts.held_out : parts.train).push_back(std::move(all[i]));
    }
  }
  if (parts.train.empty() || parts.held_out.empty()) throw Error(too_few_clips, {{"count", count}});
  return parts;
}

/// Keeps the keys that precompute has filled in for unchanged samples.
void write_manifest(const fs::path& file, dataset::DatasetManifest samples) {
  if (fs::exists(file)) {
    for (const dataset::DatasetSample& old : dataset::read_dataset_manifest(file)) {
      const auto same = std::ranges::find(samples, old.id, &dataset::DatasetSample::id);
      if (same != samples.end() && same->caption == old.caption && same->more_captions == old.more_captions)
        same->keys = old.keys;
    }
  }
  dataset::write_dataset_manifest(file, samples, Existing::replace);
}

/// Writes the samples as clips and removes those that cannot be read completely.
void write_clips(const fs::path& folder, dataset::DatasetManifest& samples, const std::stop_token& stop,
                 std::vector<Fault>& left_out) {
  make_folders(folder);
  dataset::DatasetManifest written;
  for (dataset::DatasetSample& sample : samples) {
    try {
      project::write_sample(sample, folder / (std::to_string(written.size()) + ".mp4"), /*crf=*/12, stop,
                            Existing::replace);
      written.push_back(std::move(sample));
    } catch (const Cancelled&) {
      throw;
    } catch (const std::exception&) {
      const Fault fault = media::fault_of(sample.source);
      if (!fault.code.starts_with("media.")) throw;
      left_out.push_back(fault);
    }
  }
  samples = std::move(written);
}

}  // namespace

std::vector<std::string> few_prompts(const dataset::DatasetManifest& samples) {
  constexpr size_t most = 4;
  std::vector<std::string> prompts;
  for (const dataset::DatasetSample& sample : samples) {
    if (prompts.size() < most && std::ranges::find(prompts, sample.caption) == prompts.end())
      prompts.push_back(sample.caption);
  }
  return prompts;
}

engine_api::Outcome make_dataset(const DatasetRequest& wanted, engine_api::JobContext& context) {
  const QuickstartPaths paths{wanted.folder};
  const project::Project opened = project::Project::open(paths.project(), project::Access::read_only);
  project::BucketRequest request;
  request.model = catalog::recognise_model({wanted.model});
  for (const std::string& bucket : wanted.buckets)
    if (const auto size = catalog::parse_bucket(bucket)) request.buckets.push_back(*size);
  if (request.buckets.empty()) request.buckets = {request.model.native_size()};
  request.fps = request.model.rules.fps;
  const project::WorkOptions work{.on_progress = [&](const Progress& p) { context.progress(p); },
                                  .stop = context.stop()};
  const project::DatasetCheck check = check_dataset(opened, request, "", {}, work);
  for (const auto* faults : {&check.warnings, &check.plan.unfit})
    for (const Fault& fault : *faults) context.log(LogLevel::warning, fault);
  dataset::DatasetManifest samples = workflow::manifest_of(opened, check.plan, {.fps = request.fps});
  for (const Fault& fault : check.errors) context.log(LogLevel::warning, fault);
  Parts parts = part(std::move(samples), wanted.held_out, wanted.prior);
  std::vector<Fault> left_out;
  write_clips(paths.train_clips(), parts.train, context.stop(), left_out);
  write_clips(paths.held_out_clips(), parts.held_out, context.stop(), left_out);
  for (const Fault& fault : left_out) context.log(LogLevel::warning, fault);
  if (parts.train.empty() || parts.held_out.empty())
    throw Error(too_few_clips, {{"count", parts.train.size() + parts.held_out.size()}});
  dataset::DatasetManifest trained = parts.train;
  trained.insert(trained.end(), parts.prior.begin(), parts.prior.end());
  write_manifest(paths.train(), std::move(trained));
  write_manifest(paths.held_out(), parts.held_out);
  left_out.insert(left_out.end(), check.plan.unfit.begin(), check.plan.unfit.end());
  return engine_api::Outcome::finished(DatasetCounts{static_cast<int64_t>(parts.train.size()),
                                                     static_cast<int64_t>(parts.prior.size()),
                                                     static_cast<int64_t>(parts.held_out.size()), left_out});
}

}  // namespace fw::quickstart
