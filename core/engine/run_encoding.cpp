// SPDX-License-Identifier: Apache-2.0
#include "engine/run_encoding.h"

#include <algorithm>
#include <iterator>

#include "base/paths.h"
#include "engine_api/clip_encoding.h"
#include "precompute/latent_cache.h"
#include "run/cache_cleanup.h"
#include "tensor/device.h"
#include "training/split.h"
#ifdef FW_MEDIA
#include "engine/precompute_job.h"
#endif

namespace fw::engine {

namespace {

using dataset::ClipEncoding;
using dataset::DatasetManifest;
using dataset::DatasetSample;
using engine_api::PrecomputeRequest;
using precompute::CacheKind;

constexpr ErrorCode entries_lost{
    "engine.entries_lost",
    FW_TEXT("errors", "The run {run} needs cache entries that cannot be created again: {reason}"),
    FW_TEXT("errors",
            "Restore the model (model.folder, model.parts) and the videos that the run was encoded from. Or "
            "continue as a new run, which encodes for itself: framewright-cli train --branch {run}"),
    Blame::input};
constexpr ErrorCode other_entries{
    "engine.other_entries",
    FW_TEXT("errors", "{dataset} is not encoded as the model {model} needs it: {differences}."),
    FW_TEXT("errors", "Encode it for this model: framewright-cli precompute {arguments}"), Blame::input};
constexpr ErrorCode entries_missing{
    "engine.entries_missing",
    FW_TEXT("errors", "Cache entries that {dataset} needs are missing or damaged. The first one is {file}."),
    FW_TEXT("errors", "Encode what is missing: framewright-cli precompute {arguments}"), Blame::input};

/// Checks the entries that a run reads: first frames only if its task needs them, the empty caption once.
class Entries {
 public:
  Entries(const std::filesystem::path& cache, bool with_images) : cache_(cache), with_images_(with_images) {}

  /// The first incomplete or missing file; nullopt if there is none. Cost: reads their headers.
  std::optional<std::filesystem::path> missing(const DatasetManifest& samples, const std::stop_token& stop) {
    for (const DatasetSample& sample : samples) {
      if (stop.stop_requested()) throw Cancelled();
      const dataset::CacheKeys& keys = sample.keys;
      const std::pair<CacheKind, const std::string&> entries[]{{CacheKind::latents, keys.latents},
                                                               {CacheKind::text, keys.text},
                                                               {CacheKind::text, keys.empty_text},
                                                               {CacheKind::image, keys.image}};
      for (const auto& [kind, key] : entries) {
        if (key.empty() || (kind == CacheKind::image && !with_images_)) continue;
        if (&key == &keys.empty_text && key == empty_text_) continue;
        if (!cache_.is_whole(kind, key)) return cache_.file(kind, key);
      }
      for (const std::string& key : keys.more_texts)
        if (!cache_.is_whole(CacheKind::text, key)) return cache_.file(CacheKind::text, key);
      empty_text_ = keys.empty_text;
    }
    return std::nullopt;
  }

 private:
  const precompute::LatentCache cache_;
  const bool with_images_;
  std::string empty_text_;  // last one checked
};

ClipEncoding wanted_encoding(const PrecomputeRequest& request, const std::stop_token& stop) {
  const auto processor =
      tensor::parse_device(request.device).is_cpu() ? engine_api::Processor::cpu : engine_api::Processor::gpu;
  return engine_api::whole_encoding(request, catalog::recognise_model({request.model, request.parts}),
                                    processor, stop);
}

void use_options_of(const ClipEncoding& made, PrecomputeRequest& request) {
  request.dtype = dataset::dtype_named(made.dtype);
  request.stored = made.stored;
  request.vae_tiling = made.tiling;
  request.image_noise = made.image_noise;
}

/// Quotes a path for a shell.
std::string quoted(const std::filesystem::path& path) {
  std::string text = "'";
  for (const char letter : to_utf8(path)) text += letter == '\'' ? "'\\''" : std::string(1, letter);
  return text + "'";
}

/// Arguments for the command line.
std::string arguments_of(const PrecomputeRequest& request, const ClipEncoding& encoding) {
  std::string text = quoted(request.dataset) + " --model " + quoted(request.model);
  for (const auto& [name, place] : request.parts) text += " --part " + name + "=" + quoted(place);
  text += " --cache " + quoted(request.cache) + " --dtype " +
          std::string(name_of(dataset::dtype_named(encoding.dtype)));
  if (request.task) text += " --task " + std::string(name_of(*request.task));
  if (encoding.tiling) text += " --vae-tiling";
  if (encoding.stored == catalog::StoredLatents::sample) text += " --stored sample";
  if (encoding.first_frames && !encoding.image_noise) text += " --clean-first-frames";
  if (!encoding.sound.empty()) text += " --sound";
  return text;
}

/// How the samples were encoded, if all were encoded alike.
std::optional<ClipEncoding> encoding_of(const DatasetManifest& samples, const ClipEncoding& wanted) {
  const auto made = dataset::encoding_of(samples.front(), wanted);
  const auto is_like_it = [&](const DatasetSample& each) { return dataset::has_keys_of(each, *made); };
  return made && std::ranges::all_of(samples, is_like_it) ? made : std::nullopt;
}

bool has_keys(const DatasetSample& sample) {
  return !sample.keys.latents.empty();
}

/// `wanted`, with the type of the list's entries if the request does not specify it.
ClipEncoding as_encoded(const DatasetManifest& samples, const ClipEncoding& wanted) {
  const auto first = std::ranges::find_if(samples, has_keys);
  return first == samples.end() ? wanted : dataset::as_encoded(*first, wanted);
}

/// Describes how the first differing sample was encoded; ignores samples without keys.
std::string first_difference(const DatasetManifest& samples, const ClipEncoding& wanted) {
  ClipEncoding compared = as_encoded(samples, wanted);
  compared.any_dtype = false;
  std::string found;
  for (const DatasetSample& each : samples) {
    if (has_keys(each)) found = dataset::differences(each, compared);
    if (!found.empty()) break;
  }
  return found;
}

/// For a run before its first checkpoint.
void encode_first(PrecomputeRequest request, const run::RunSettings& settings, const DatasetManifest& samples,
                  engine_api::JobContext& context, const std::stop_token& stop) {
  const ClipEncoding wanted = wanted_encoding(request, stop);
  request.dtype = dataset::dtype_named(as_encoded(samples, wanted).dtype);
  const std::string difference = first_difference(samples, wanted);
  const auto is_named = [&](const DatasetSample& each) { return run::is_encoded(settings, each); };
  if (difference.empty() && std::ranges::all_of(samples, is_named) &&
      !Entries(request.cache, run::needs_first_frames(settings)).missing(samples, stop))
    return;
#ifdef FW_MEDIA
  if (!difference.empty())
    context.log(engine_api::LogLevel::warning,
                "The dataset was encoded with other settings than this run's (" + difference +
                    "). Its samples are encoded again.");
  encode_samples(request, context, stop);
#else
  if (!difference.empty())
    throw Error(other_entries, {{"dataset", settings.dataset},
                                {"model", settings.model_folder},
                                {"differences", difference},
                                {"arguments", arguments_of(request, wanted)}});
#endif
}

/// For a run that has trained on its entries: restores the same ones or fails.
void encode_as_before(PrecomputeRequest request, const run::RunPaths& run, const run::RunSettings& settings,
                      DatasetManifest samples, [[maybe_unused]] engine_api::JobContext& context,
                      const std::stop_token& stop) {
  std::erase_if(samples, [&](const DatasetSample& each) { return !run::is_encoded(settings, each); });
  if (samples.empty()) return;  // reported by the training
  const bool with_images = run::needs_first_frames(settings);
  training::Split split = training::split_samples(settings, std::move(samples), training::hold_out_of(run));
  samples = std::move(split.train);
  std::ranges::move(split.held_out, std::back_inserter(samples));
  if (!Entries(request.cache, with_images).missing(samples, stop)) return;
  const auto lost = [&](std::string reason) {
    return Error(entries_lost, {{"run", to_utf8(run.folder)}, {"reason", std::move(reason)}});
  };
  const ClipEncoding wanted = wanted_encoding(request, stop);
  const auto made = encoding_of(samples, wanted);
  if (!made) throw lost("they were encoded with " + first_difference(samples, wanted) + ".");
  use_options_of(*made, request);
#ifdef FW_MEDIA
  const std::vector<Fault> problems = restore_entries(request, std::move(samples), context, stop);
  if (!problems.empty()) throw lost(problems.front().message());
#endif
}

}  // namespace

void complete_cache(const run::RunPaths& run, const run::RunSettings& settings,
                    engine_api::JobContext& context, const std::stop_token& stop) {
  const PrecomputeRequest request = engine_api::precompute_of(settings, run.dataset());
  DatasetManifest samples = dataset::read_dataset_manifest(run.dataset());
  if (run::checkpoint_steps(run).empty())
    encode_first(request, settings, samples, context, stop);
  else
    encode_as_before(request, run, settings, std::move(samples), context, stop);
}

void check_entries(const PrecomputeRequest& request, const DatasetManifest& samples,
                   const std::stop_token& stop) {
  const ClipEncoding wanted = wanted_encoding(request, stop);
  const auto made = encoding_of(samples, wanted);
  const std::string arguments = arguments_of(request, made.value_or(wanted));
  if (!made) {
    const auto bare = std::ranges::find_if_not(samples, has_keys);
    throw Error(other_entries,
                {{"dataset", to_utf8(request.dataset)},
                 {"model", to_utf8(request.model)},
                 {"differences", bare == samples.end() ? first_difference(samples, wanted)
                                                       : "the sample " + bare->id + " has no entries"},
                 {"arguments", arguments}});
  }
  if (const auto file = Entries(request.cache, made->first_frames).missing(samples, stop))
    throw Error(entries_missing,
                {{"dataset", to_utf8(request.dataset)}, {"file", to_utf8(*file)}, {"arguments", arguments}});
}

}  // namespace fw::engine
