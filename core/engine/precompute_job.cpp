// SPDX-License-Identifier: Apache-2.0
#include "engine/precompute_job.h"

#include "base/paths.h"
#include "base/units.h"
#include "catalog/catalog.h"
#include "engine/generate_params.h"
#include "engine/ranks_work.h"
#include "engine_api/results.h"
#include "families/registry.h"
#include "media/source_file.h"
#include "precompute/precompute.h"
#include "run/cache_cleanup.h"
#include "run/run_folder.h"
#include "run/step_times.h"
#include "tensor/device.h"
#include "tensor/torch_errors.h"

namespace fw::engine {

namespace {

constexpr ErrorCode rows_failed{
    "engine.rows_failed",
    FW_TEXT("errors",
            "{failed} of {total} samples could not be read. They stay in {file}, but cannot be used for "
            "training."),
    FW_TEXT("errors", "The log lists them. Fix or remove these clips, then run precompute again.")};

constexpr ErrorCode list_changed{
    "engine.list_changed",
    FW_TEXT("errors", "{file} changed while its clips were encoded, and was left as it is."),
    FW_TEXT("errors", "Run precompute again: what has been encoded is in the cache."), Blame::input};

constexpr std::string_view less_memory = FW_TEXT(
    "errors",
    "Encode in tiles (data.vae_tiling, or --vae-tiling), stream the text encoder "
    "(validation.text_encoder, or --text-encoder stream), or choose smaller buckets. What was encoded "
    "is kept.");

constexpr ErrorCode frozen_list{
    "engine.frozen_list", FW_TEXT("errors", "{file} is the frozen dataset of the run {run}."),
    FW_TEXT("errors",
            "`framewright-cli train --resume {run}` encodes what it lacks. To encode it with other options, "
            "write to another file with --out."),
    Blame::input};

/// Changed keys would change what the run learns.
void refuse_frozen_list(const std::filesystem::path& out) {
  std::error_code error;
  const run::RunPaths run{std::filesystem::weakly_canonical(out, error).parent_path()};
  if (std::filesystem::exists(run.run_file(), error) && std::filesystem::exists(run.checkpoints(), error) &&
      std::filesystem::equivalent(run.dataset(), out, error))
    throw Error(frozen_list, {{"file", to_utf8(out)}, {"run", to_utf8(run.folder)}});
}

/// The list itself may receive its cache keys; any other output must be a new file and not one of the clips.
Existing check_target(const std::filesystem::path& out, const std::filesystem::path& dataset,
                      const dataset::DatasetManifest& manifest, Existing existing) {
  std::error_code error;
  const bool is_the_list = std::filesystem::equivalent(out, dataset, error);
  if (is_the_list) existing = Existing::replace;
  if (existing == Existing::refuse) refuse_existing(out);
  for (const dataset::DatasetSample& sample : manifest) {
    const std::filesystem::path source = sample.source;
    refuse_sources(out, {&source, 1});
  }
  return existing;
}

/// Remembers the speed for estimates of later runs, if enough was measured.
void remember_speed(const std::string& kind, const precompute::PrecomputeResult& result, int64_t pixels) {
  constexpr int64_t least_clips = 3;
  if (result.latents_made < least_clips || pixels == 0) return;
  const double seconds = result.encode_seconds + result.wait_seconds + result.store_seconds;
  try {
    run::remember_step_seconds(kind, seconds * 1e6 / static_cast<double>(pixels));
  } catch (const Error&) {
    // An estimate is not worth a warning.
  }
}

precompute::PrecomputeOptions options_of(const engine_api::PrecomputeRequest& request) {
  precompute::PrecomputeOptions options;
  options.model = {request.model, request.parts};
  options.cache_folder = request.cache;
  options.device = tensor::parse_device(request.device);
  options.dtype = dtype_of(request.dtype, options.device, options.model);
  const catalog::ModelSpec model = catalog::recognise_model(options.model);
  const catalog::VideoTask task = request.task.value_or(model.tasks.front());
  families::check_task(model, task);
  options.first_frames = task == catalog::VideoTask::image_to_video && model.keeps_first_frame;
  options.stored = request.stored;
  options.text_encoder = request.text_encoder;
  options.vae_tiling = request.vae_tiling;
  options.image_noise = request.image_noise && !catalog::find_family(model.family)->first_frame_noise.empty();
  if (request.sound) options.sound = catalog::find_family(model.family)->sound_part;
  if (request.verify) options.check = precompute::EntryCheck::content;
  options.decode_threads = request.decode_threads;
  return options;
}

precompute::PrecomputeResult encode(precompute::PrecomputePlan plan,
                                    const precompute::PrecomputeOptions& options,
                                    engine_api::JobContext& context, const std::stop_token& stop) {
  context.log(engine_api::LogLevel::info,
              std::to_string(plan.samples.size()) + " clips and " + std::to_string(plan.captions.size()) +
                  " captions to encode (" + format_bytes(plan.bytes_needed) + "), " +
                  std::to_string(plan.entries_present) + " entries exist already");
  int64_t pixels = 0;
  for (const size_t row : plan.samples) pixels += plan.manifest[row].bucket.pixels();
  const std::string kind = run::encoding_kind(plan.facts.id, tensor::device_name(options.device));
  precompute::PrecomputeResult result;
  try {
    tensor::with_torch_errors([&] {
      result = precompute::precompute(
          std::move(plan), options, [&](const Progress& progress) { context.progress(progress); }, stop);
    });
  } catch (const Error& error) {
    if (error.fault().code != tensor::out_of_memory.code) throw;
    Fault fault = error.fault();
    fault.hint = less_memory;
    throw Error(std::move(fault));
  }
  remember_speed(kind, result, pixels);
  for (const Fault& problem : result.problems) context.log(engine_api::LogLevel::error, problem);
  return result;
}

}  // namespace

engine_api::Outcome run_precompute(const engine_api::PrecomputeRequest& request,
                                   engine_api::JobContext& context) {
  refuse_frozen_list(request.out.empty() ? request.dataset : request.out);
  return encode_samples(request, context, context.stop());
}

std::vector<Fault> restore_entries(const engine_api::PrecomputeRequest& request,
                                   dataset::DatasetManifest samples, engine_api::JobContext& context,
                                   const std::stop_token& stop) {
  const precompute::PrecomputeOptions options = options_of(request);
  const FileLock in_use = run::share_cache(options.cache_folder);
  return encode(precompute::plan_precompute(std::move(samples), options, stop), options, context, stop)
      .problems;
}

engine_api::Outcome encode_samples(const engine_api::PrecomputeRequest& request,
                                   engine_api::JobContext& context, const std::stop_token& stop) {
  const precompute::PrecomputeOptions options = options_of(request);
  const std::filesystem::path out = request.out.empty() ? request.dataset : request.out;
  const FileLock in_use = run::share_cache(options.cache_folder);
  run::note_cache_user(options.cache_folder, out);
  const std::optional<media::FileStamp> before = media::file_stamp(out);
  dataset::DatasetManifest manifest = dataset::read_dataset_manifest(request.dataset);
  const Existing existing = check_target(out, request.dataset, manifest, existing_of(request.overwrite));
  const size_t total = manifest.size();
  const precompute::PrecomputeResult result =
      encode(precompute::plan_precompute(std::move(manifest), options, stop), options, context, stop);
  if (existing == Existing::replace && media::file_stamp(out) != before)
    throw Error(list_changed, {{"file", to_utf8(out)}});
  dataset::write_dataset_manifest(out, result.manifest, existing);
  context.publish(engine_api::FileMade{engine_api::FileMade::What::dataset, out});
  const engine_api::PrecomputeReport report{
      .samples = static_cast<int64_t>(result.manifest.size()) - result.rows_failed,
      .latents_made = result.latents_made,
      .texts_made = result.texts_made,
      .entries_present = result.entries_present,
      .encode_seconds = result.encode_seconds,
      .wait_seconds = result.wait_seconds,
      .store_seconds = result.store_seconds,
      .problems = result.problems};
  if (result.problems.empty()) return engine_api::Outcome::finished(report);
  auto outcome = engine_api::Outcome::failed(
      Fault(rows_failed, {{"failed", result.rows_failed}, {"total", total}, {"file", to_utf8(out)}}));
  outcome.result = report;
  return outcome;
}

}  // namespace fw::engine
