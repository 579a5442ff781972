// SPDX-License-Identifier: Apache-2.0
#include "planner/planner.h"

#include <torch/cuda.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/host_memory.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "base/resource_watch.h"
#include "planner/communicator_memory.h"
#include "planner/dry_run.h"
#include "planner/gpu_specs.h"
#include "precompute/precompute_plan.h"
#include "run/step_times.h"
#include "tensor/attention_kernels.h"
#include "tensor/device.h"
#include "tensor/dtype.h"
#include "training/run_options.h"
#include "training/split.h"
#include "training/validation_clips.h"

namespace fw::planner {

namespace {

constexpr ErrorCode wrong_size{"planner.wrong_size",
                               FW_TEXT("errors", "The run cannot be planned: {problem}"), "", Blame::input};
constexpr ErrorCode wrong_bucket{
    "planner.wrong_bucket", FW_TEXT("errors", "“{bucket}” is not a valid clip size."),
    FW_TEXT("errors", "Write FRAMESxHEIGHTxWIDTH, such as 49x480x720."), Blame::input};

torch::DeviceType target_of(const PlanRequest& request) {
  const std::string& device = request.settings.device;
  if (device == "cpu") return torch::kCPU;
  if (device.starts_with("cuda") || request.vram_bytes || !request.card.empty()) return torch::kCUDA;
  return torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
}

dataset::DatasetManifest read_dataset(const run::RunSettings& settings) {
  if (settings.dataset.empty() || !std::filesystem::exists(settings.dataset)) return {};
  return dataset::read_dataset_manifest(settings.dataset);
}

/// All sizes that the run trains on.
std::vector<catalog::Bucket> training_sizes(const run::RunSettings& settings,
                                            const dataset::DatasetManifest& samples,
                                            const catalog::ModelSpec& facts) {
  std::set<catalog::Bucket> sizes;
  for (const dataset::DatasetSample& sample : samples) sizes.insert(sample.bucket);
  if (sizes.empty()) {
    for (const std::string& text : settings.video_resolution_buckets) {
      const auto bucket = catalog::parse_bucket(text);
      if (!bucket) throw Error(wrong_bucket, {{"bucket", text}});
      sizes.insert(*bucket);
    }
  }
  if (sizes.empty()) sizes.insert(facts.native_size());
  return {sizes.begin(), sizes.end()};
}

int64_t tokens_of(const catalog::Bucket& size, const catalog::ModelSpec& facts) {
  const catalog::LatentSize latent = catalog::latent_size(facts, size);
  return (latent.frames + latent.padding_frames) * latent.height * latent.width;
}

/// The sizes with the fewest and the most tokens.
std::pair<catalog::Bucket, catalog::Bucket> extremes(const std::vector<catalog::Bucket>& sizes,
                                                     const catalog::ModelSpec& facts) {
  const auto [least, most] = std::ranges::minmax_element(
      sizes, {}, [&](const catalog::Bucket& size) { return tokens_of(size, facts); });
  return {*least, *most};
}

void plan_cache(RunPlan& plan, const run::RunSettings& settings, const dataset::DatasetManifest& samples,
                const catalog::ModelSpec& facts) {
  precompute::PrecomputeOptions options;
  options.model = run::model_source(settings);
  options.dtype = encoding_dtype(settings);
  options.stored = settings.stored_latents;
  options.image_noise = run::wants_first_frame_noise(settings);
  if (run::wants_sound(settings)) options.sound = catalog::find_family(settings.family)->sound_part;
  std::set<std::string> captions{""};
  for (const dataset::DatasetSample& sample : samples) {
    plan.cache_bytes += static_cast<int64_t>(precompute::latents_bytes(facts, sample.bucket, options));
    if (facts.keeps_first_frame)
      plan.cache_bytes += static_cast<int64_t>(precompute::image_bytes(facts, sample.bucket, options));
    captions.insert(sample.caption);
    captions.insert(sample.more_captions.begin(), sample.more_captions.end());
  }
  if (!samples.empty()) {
    plan.cache_bytes += static_cast<int64_t>(captions.size() * precompute::text_bytes(facts, options));
  }
  plan.samples = static_cast<int64_t>(samples.size());
  // Runs and cache may be on different disks.
  const auto free = [](const std::filesystem::path& folder) {
    return static_cast<int64_t>(std::min<uint64_t>(free_disk_bytes(folder), INT64_MAX));
  };
  plan.cache_free_bytes = free(settings.cache);
  plan.output_free_bytes = free(settings.output_dir);
}

/// @return  the device that the run would use; nullopt if this computer does not have it
std::optional<tensor::DeviceInfo> plan_limits(RunPlan& plan, const std::string& wanted,
                                              torch::DeviceType target) {
  plan.host_free_bytes = static_cast<int64_t>(host_memory().usable());
  for (const tensor::DeviceInfo& device : tensor::list_devices()) {
    const bool chosen = target == torch::kCPU                  ? device.id == "cpu"
                        : wanted == "auto" || wanted == "cuda" ? device.id == "cuda:0"
                                                               : device.id == wanted;
    if (!chosen) continue;
    plan.device_limit_bytes =
        target == torch::kCPU ? plan.host_free_bytes : static_cast<int64_t>(device.memory_free_bytes);
    return device;
  }
  return std::nullopt;
}

/// @param card  given by the user; empty: the device of this computer
std::string capability_of(const std::string& card, const std::optional<tensor::DeviceInfo>& here) {
  if (!card.empty()) return std::string(known_gpu_spec(card).compute_capability);
  return here ? here->compute_capability : "";
}

/// Memory within the plan's limit that is not available to tensors.
/// @param device  of this computer: the memory of an open context is not part of its free memory
DeviceOverhead overhead_of(const RunPlan& plan, const std::optional<tensor::DeviceInfo>& device) {
  const bool is_open = !plan.limit_given && device && device->has_context;
  return cuda_overhead(is_open ? CudaContext::opened_before : CudaContext::counted);
}

/// Work of an update, by size.
struct WorkBySize {
  ComputedWork mean;                ///< over the draws of an epoch; without samples, over the sizes
  std::vector<ComputedWork> sizes;  ///< empty: all cost the same
};

/// Interpolates between the extremes: attention grows with the square of the tokens, everything else
/// linearly.
WorkBySize interpolate(const ComputedWork& of_least, const ComputedWork& of_most,
                       const std::vector<catalog::Bucket>& sizes, const dataset::DatasetManifest& samples,
                       const catalog::ModelSpec& facts) {
  const auto [least, most] = extremes(sizes, facts);
  const auto few = static_cast<double>(tokens_of(least, facts)),
             many = static_cast<double>(tokens_of(most, facts));
  if (many <= few) return {of_most, {}};
  const auto work = [&](const catalog::Bucket& size) {
    const auto tokens = static_cast<double>(tokens_of(size, facts));
    const auto between = [&](const ComputedWork& first, const ComputedWork& last) {
      return first.plus(last.minus(first).scaled((tokens - few) / (many - few)));
    };
    const ComputedWork linear = between(of_least, of_most);
    const ComputedWork square = between(of_least.scaled(1 / few), of_most.scaled(1 / many)).scaled(tokens);
    return ComputedWork{linear.products, square.attention, square.attention_backward, linear.moved_bytes};
  };
  WorkBySize all;
  for (const catalog::Bucket& size : sizes) all.sizes.push_back(work(size));
  double draws = 0;
  for (const dataset::DatasetSample& sample : samples) {
    all.mean = all.mean.plus(work(sample.bucket).scaled(sample.draws));
    draws += sample.draws;
  }
  if (samples.empty())
    for (const ComputedWork& each : all.sizes) all.mean = all.mean.plus(each);
  all.mean = all.mean.scaled(1 / (samples.empty() ? static_cast<double>(sizes.size()) : draws));
  return all;
}

void plan_step_times(RunPlan& plan, const ComputedWork& work, const std::string& asked,
                     const std::string& present) {
  const auto add = [&](const GpuSpec& card) {
    plan.step_times.push_back({std::string(card.name), seconds_on(card, work), card.reached.published});
  };
  if (!asked.empty()) {
    add(known_gpu_spec(asked));
  } else if (const GpuSpec* card = find_gpu_spec(present)) {
    add(*card);
  } else {
    for (const GpuSpec& each : gpu_specs()) add(each);
  }
}

/// Estimates step times from the dry run so far and one of the smallest size.
void estimate_times(RunPlan& plan, const DryRunRequest& run, const PlanRequest& request,
                    const std::string& present, const std::vector<catalog::Bucket>& sizes,
                    const dataset::DatasetManifest& samples) {
  WorkBySize work{training_of(plan).work, {}};
  const auto [least, most] = extremes(sizes, run.facts);
  // Callers that compare plans only need the largest size.
  if (request.with_measured_time && least != most) {
    DryRunRequest small = run;
    small.training_size = least;
    const TrainingDryRun cheap = dry_run_training(small);
    const PhasePlan& of_least = *std::ranges::find(cheap.phases, "training", &PhasePlan::name);
    work = interpolate(of_least.work, work.mean, sizes, samples, run.facts);
  }
  plan_step_times(plan, work.mean, request.card, present);
  const GpuSpec& card = known_gpu_spec(plan.step_times.front().card);
  for (size_t i = 0; i < work.sizes.size(); ++i)
    plan.size_costs.push_back(
        {catalog::to_string(sizes[i]), seconds_on(card, work.sizes[i]) / seconds_on(card, work.mean)});
}

/// Uses times measured in runs of the same kind on this computer.
void plan_measured_times(RunPlan& plan, const std::string& kind, const std::string& present) {
  if (const auto seconds = run::measured_step_seconds(kind))
    plan.step_times = {{present, *seconds, true, true}};
  const auto measured = [&](const char* what) { return run::measured_step_seconds(kind + what).value_or(0); };
  plan.checkpoint_seconds = measured(run::checkpoint_kind);
  plan.validation_seconds = measured(run::validation_kind);
  plan.held_out_seconds = measured(run::held_out_kind);
}

void add_overhead(RunPlan& plan, const DeviceOverhead& overhead) {
  plan.overhead_measured = overhead.measured;
  for (PhasePlan& phase : plan.phases) phase.overhead_bytes = overhead.bytes(phase.device.total());
}

/// Turns the plan for one GPU with the whole clip into that of the GPU with the least memory left.
void place_clip(RunPlan& plan, const ClipDryRun& run, const inference::PipelineOptions& options,
                const inference::VideoRequest& request, torch::DeviceType target) {
  std::vector<int64_t> limits;
  for (const torch::Device device : options.devices) {
    const tensor::DeviceMemory memory = tensor::device_memory(device);
    limits.push_back(static_cast<int64_t>(memory.free + memory.unused));
  }
  if (plan.limit_given) limits.front() = plan.device_limit_bytes;
  const auto cards = place_on_cards(run, transformer_bytes(options, request, target), limits);
  if (!cards) return;  // too large for all GPUs together, as the plan for one GPU shows
  const RunPlan of_one = plan;
  int64_t least = std::numeric_limits<int64_t>::max();
  for (size_t i = 0; i < cards->size(); ++i) {
    RunPlan of_card = of_one;
    of_card.phases.front().device = (*cards)[i];
    of_card.device_limit_bytes = limits[i];
    if (target == torch::kCUDA) add_overhead(of_card, cuda_overhead(CudaContext::opened_before));
    const int64_t bytes = of_card.device_peak_bytes();
    plan.cards.push_back({options.devices[i].str(), bytes, limits[i]});
    if (limits[i] - bytes >= least) continue;
    least = limits[i] - bytes;
    of_card.cards = std::move(plan.cards);
    plan = std::move(of_card);
  }
}

}  // namespace

void check_size(const catalog::ModelSpec& facts, const catalog::Bucket& size) {
  const auto faults = catalog::check_video_size(facts, size);
  if (!faults.empty()) throw Error(wrong_size, {{"problem", faults.front().full_message()}});
}

const PhasePlan& training_of(const RunPlan& plan) {
  return *std::ranges::find(plan.phases, "training", &PhasePlan::name);
}

RunPlan plan_run(const PlanRequest& request, const std::stop_token& stop, distributed::Traffic* traffic) {
  const auto start = std::chrono::steady_clock::now();
  const run::RunSettings& settings = request.settings;
  const torch::DeviceType target = target_of(request);
  const catalog::ModelSpec facts = catalog::recognise_model(run::model_source(settings));
  dataset::DatasetManifest samples = read_dataset(settings);
  if (!samples.empty()) samples = training::split_samples(settings, std::move(samples)).train;
  const auto sizes = training_sizes(settings, samples, facts);
  for (const catalog::Bucket& size : sizes) check_size(facts, size);
  training::check_mesh(settings, training::mesh_of(settings, request.ranks));
  const catalog::Bucket size = extremes(sizes, facts).second;
  const catalog::Bucket usual = samples.empty() ? size : training::most_frequent_bucket(samples);

  RunPlan plan;
  plan.device = target == torch::kCPU ? "cpu" : "cuda";
  plan.size = catalog::to_string(size);
  const auto here = plan_limits(plan, settings.device, target);
  const std::string present = here ? here->name : "";
  if (request.vram_bytes) {
    plan.device_limit_bytes = *request.vram_bytes;
    plan.limit_given = true;
  }
  const SimulatedDevice device{target, capability_of(request.card, here)};
  if (settings.mixed_precision == "bf16" && !tensor::has_bf16_attention(device.compute_capability))
    plan.lacks_bf16 = request.card.empty() ? present : request.card;
  const DeviceOverhead overhead = overhead_of(plan, here);
  if (request.host_bytes) plan.host_free_bytes = *request.host_bytes;
  const int64_t for_tensors = plan.device_limit_bytes - (target == torch::kCUDA ? overhead.fixed_bytes() : 0);
  const DryRunRequest run{.settings = settings,
                          .facts = facts,
                          .target = device,
                          .training_size = size,
                          .validation_size = usual,
                          .device_bytes = std::max<int64_t>(for_tensors, 0),
                          .stop = stop,
                          .until_too_large = request.until_too_large,
                          .rank = request.rank,
                          .ranks = request.ranks};
  const catalog::ModelSource model = run::model_source(settings);
  const auto has_config = [&](const catalog::EncoderSpec& encoder) {
    try {
      return std::filesystem::exists(model.part(encoder.part) / "config.json");
    } catch (const Error&) {
      return false;  // training uses the entries that precompute has stored
    }
  };
  if (request.with_precompute && std::ranges::all_of(facts.encoders, has_config))
    plan.phases = dry_run_precompute(run);
  const TrainingDryRun training = dry_run_training(run);
  plan.phases.insert(plan.phases.end(), training.phases.begin(), training.phases.end());
  plan.trained_parameters = training.trained_parameters;
  plan.checkpoint_bytes = training.checkpoint_bytes;
  plan.block_count = training.block_count;
  plan.rank = request.rank;
  plan.ranks = request.ranks;
  plan.exchange_calls = static_cast<int64_t>(training.traffic.calls.size());
  plan.sent_bytes = training.traffic.sent_bytes();
  if (traffic != nullptr) *traffic = training.traffic;
  if (target == torch::kCUDA) add_overhead(plan, overhead);
  plan_cache(plan, settings, samples, facts);
  if (target == torch::kCUDA)  // precompute does not use communicators
    for (PhasePlan& phase : std::span(plan.phases).last(training.phases.size()))
      phase.overhead_bytes += communicator_bytes(training.communicators);
  if (request.with_measured_time && request.card.empty() && !present.empty()) {
    plan.encode_seconds = run::measured_step_seconds(run::encoding_kind(facts.id, present)).value_or(0);
    plan_measured_times(
        plan, run::step_kind(settings, facts.id, present, {sizes.begin(), sizes.end()}, request.ranks),
        present);
  }
  if (target == torch::kCUDA && plan.step_times.empty())
    estimate_times(plan, run, request, present, sizes, samples);
  plan.planning_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return plan;
}

RunPlan plan_generation(inference::PipelineOptions options, const inference::VideoRequest& request,
                        int64_t vram_bytes, const std::stop_token& stop) {
  const auto start = std::chrono::steady_clock::now();
  const torch::DeviceType target = options.device.type();
  const catalog::ModelSpec model = catalog::recognise_model(options.model);
  check_size(model, request.size);
  RunPlan plan;
  plan.device = target == torch::kCPU ? "cpu" : "cuda";
  plan.size = catalog::to_string(request.size);
  const auto here = plan_limits(plan, options.device.str(), target);
  if (vram_bytes > 0) {
    plan.device_limit_bytes = vram_bytes;
    plan.limit_given = true;
  }
  const DeviceOverhead overhead = overhead_of(plan, here);
  const int64_t beside = target == torch::kCUDA ? overhead.fixed_bytes() : 0;
  // Reserves a tenth for other memory, as the pipeline does.
  options.vae_bytes = std::numeric_limits<int64_t>::max();
  if (plan.device_limit_bytes > 0)
    options.vae_bytes =
        static_cast<uint64_t>(std::max<int64_t>(1, (plan.device_limit_bytes - beside) / 10 * 9));
  const ClipDryRun run = dry_run_generation(options, request, {target, capability_of({}, here)}, stop);
  plan.phases = {run.phase};
  plan.block_count = model.transformer.blocks;
  if (target == torch::kCUDA) add_overhead(plan, overhead);
  if (!options.devices.empty()) place_clip(plan, run, options, request, target);
  plan.planning_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return plan;
}

}  // namespace fw::planner
