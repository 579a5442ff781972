// SPDX-License-Identifier: Apache-2.0
#include "planner/dry_run.h"

#include <torch/csrc/autograd/function_hook.h>

#include <algorithm>
#include <limits>

#include "distributed/ranks.h"
#include "families/registry.h"
#include "precompute/precompute_plan.h"
#include "tensor/dry_run.h"
#include "tensor/dtype.h"
#include "tensor/flop_counter.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "training/checkpoint.h"
#include "training/learner.h"
#include "training/run_options.h"
#include "training/validation_clips.h"

namespace fw::planner {

namespace {

using tensor::DryRun;
using tensor::MemoryCounter;
using tensor::Placement;

/// Peaks and operations since the end of the last phase.
class Section {
 public:
  int64_t live_on_device() const { return counter_.live(Placement::device).total(); }
  const MemoryCounter& memory() const { return counter_; }
  const tensor::FlopCounter& operations() const { return flops_; }
  PhasePlan end(const char* name) {
    PhasePlan phase;
    phase.name = name;
    phase.device = counter_.peak(Placement::device);
    phase.host = counter_.peak(Placement::host);
    phase.pinned = counter_.peak(Placement::pinned);
    phase.all_places_bytes = counter_.peak_of_all().total();
    phase.host_bytes = counter_.peak_of_host();
    phase.work = flops_.work();
    counter_.reset_peaks();
    flops_.reset();
    return phase;
  }

 private:
  MemoryCounter counter_;
  tensor::FlopCounter flops_;
};

/// Counts the tensors that autograd assigns to grad() of a parameter as gradients.
void name_gradients(const std::vector<optim::Parameter>& parameters) {
  struct Name : torch::autograd::FunctionPostHook {
    explicit Name(torch::Tensor parameter) : parameter(std::move(parameter)) {}
    torch::autograd::variable_list operator()(const torch::autograd::variable_list& outputs,
                                              const torch::autograd::variable_list&) override {
      if (parameter.grad().defined()) tensor::set_role(parameter.grad(), tensor::Role::gradient);
      return outputs;
    }
    torch::Tensor parameter;
  };
  for (const optim::Parameter& parameter : parameters) {
    if (!parameter.tensor.requires_grad()) continue;
    const auto accumulator = torch::autograd::impl::grad_accumulator(parameter.tensor);
    accumulator->add_post_hook(std::make_unique<Name>(parameter.tensor));
  }
}

/// A micro-batch as the loader provides it.
training::MicroBatch micro_batch(const DryRunRequest& run, const training::Learner& learner) {
  training::MicroBatch made;
  made.batch = learner.model->example_batch(run.training_size, run.settings.batch_size);
  made.draw = learner.model->draw(made.batch, at::make_generator<at::CPUGeneratorImpl>(uint64_t{0}));
  return training::page_locked(std::move(made), training::compute_dtype(run.settings), torch::kMeta);
}

void update_once(const DryRunRequest& run, const distributed::World& world, training::Learner& learner,
                 int64_t step) {
  std::vector<torch::Tensor> losses;
  const int64_t micro_batches = run.settings.gradient_accumulation_steps;
  learner.optimizer_step.begin(micro_batches, step);
  for (int64_t round = 0; round < world.rounds(micro_batches); ++round) {
    if (world.data_rank() >= world.computing(micro_batches, round)) {
      learner.optimizer_step.without_micro_batch();
      continue;
    }
    losses.push_back(learner.run_micro_batch(micro_batch(run, learner)));
  }
  learner.weights.finish_gradients();
  learner.optimizer_step.update(step, /*losses_finite=*/true);
}

/// A few steps are enough: the peak is reached in the third step at the latest, when the sampler has its full
/// history.
constexpr int64_t dry_run_steps = 3;

inference::VideoRequest shortened(inference::VideoRequest request, const catalog::ModelSpec& facts,
                                  bool with_image) {
  request.steps = std::min(request.steps, dry_run_steps);
  if (with_image && request.conditions.empty()) {
    request.conditions = {{}};
    if (facts.needs_last_frame) request.conditions.push_back({.frame_index = -1});
  }
  for (families::Condition& condition : request.conditions) {
    const int64_t frames = condition.pixels.defined() ? condition.pixels.size(0) : 1;
    condition.pixels =
        tensor::example_input({frames, 3, request.size.height, request.size.width}, torch::kFloat32);
  }
  return request;
}

/// Mean use per step, from the difference of two counts that are `steps` apart.
tensor::SelfAttentionUse of_step(tensor::SelfAttentionUse use, const tensor::SelfAttentionUse& before,
                                 int64_t steps) {
  use.calls = (use.calls - before.calls) / steps;
  use.elements = (use.elements - before.elements) / static_cast<double>(steps);
  return use;
}

void validate(const DryRunRequest& run, training::Learner& learner, int64_t live_bytes) {
  const training::AveragedWeights averaged(learner.optimizer_step);
  auto options = training::validation_options(run.settings, torch::kMeta);
  options.vae_bytes = std::numeric_limits<int64_t>::max();
  // Reserves a tenth for other memory, as the pipeline does.
  if (run.device_bytes > 0)
    options.vae_bytes = std::max<int64_t>(1, (run.device_bytes - live_bytes) / 10 * 9);
  inference::VideoPipeline pipeline(options, run.stop);
  pipeline.lend_transformer(*learner.model, learner.runner);
  const bool with_image = run.settings.task == catalog::VideoTask::image_to_video;
  std::vector<inference::VideoRequest> requests;
  for (const auto& clip : training::plan_validation_clips(run.settings, run.validation_size))
    requests.push_back(shortened(clip.request, run.facts, with_image));
  pipeline.encode_prompts_of(requests, {});
  std::vector<catalog::Bucket> seen;
  for (const inference::VideoRequest& request : requests) {
    if (std::find(seen.begin(), seen.end(), request.size) != seen.end()) continue;
    seen.push_back(request.size);
    pipeline.generate(request, {});
  }
}

/// Processes of a machine share one copy of streamed blocks that are not trained: count it for the first one
/// only.
void leave_out_common_blocks(const DryRunRequest& run, const distributed::World& world,
                             std::vector<PhasePlan>& phases) {
  const bool only_read = run.settings.training_type == run::TrainingType::lora;
  if (run.rank == 0 || !only_read || training::shares_blocks(run.settings, world)) return;
  for (PhasePlan& phase : phases) {
    int64_t& blocks = phase.pinned.by_role[static_cast<size_t>(MemoryRole::weights)];
    phase.host_bytes -= blocks;
    phase.all_places_bytes -= blocks;
    blocks = 0;
  }
}

}  // namespace

torch::Dtype encoding_dtype(const run::RunSettings& settings) {
  return settings.encoding_dtype == catalog::Dtype::automatic
             ? training::compute_dtype(settings)
             : tensor::parse_dtype(name_of(settings.encoding_dtype));
}

std::vector<PhasePlan> dry_run_precompute(const DryRunRequest& run) {
  const DryRun dry_run(run.target.type, run.target.compute_capability);
  const torch::NoGradGuard no_grad;
  const auto family = families::open_family(run::model_source(run.settings));
  family->use_sound(run::wants_sound(run.settings));
  const torch::Dtype dtype = encoding_dtype(run.settings);
  const nn::ComponentOptions load{.dtype = dtype, .device = torch::kMeta, .stop = run.stop};
  Section section;
  std::vector<PhasePlan> phases;
  {
    const auto encoders = family->load_text_encoders(run.settings.text_encoder, 1, load);
    const auto text = encoders->encode({std::string()});
    text.each([](const torch::Tensor& x) { return tensor::to_host(x); });
  }
  phases.push_back(section.end("captions"));
  {
    const auto vae = family->load_vae(load, families::VaePart::encoder);
    const catalog::Bucket& size = run.training_size;
    const auto bytes = tensor::example_input({size.frames, size.height, size.width, 3}, torch::kUInt8);
    families::VaeOptions options;
    if (run.settings.vae_tiling) options.tiling = vae->default_tiling();
    options.on_block = [&run] {
      if (run.stop.stop_requested()) throw Cancelled();
    };
    const auto images = run.facts.keeps_first_frame ? family->load_image_encoder(load) : nullptr;
    const auto video = precompute::normalise_frames(bytes, torch::kMeta, dtype);
    const auto posterior = vae->encode(video, options);
    tensor::to_host(posterior.mean);
    tensor::to_host(posterior.logvar);
    if (images) tensor::to_host(images->encode(video.select(2, 0)));
    if (const auto sound = family->with_sound() ? family->load_sound_encoder(load) : nullptr) {
      const double seconds = static_cast<double>(size.frames) / run.facts.rules.fps;
      const auto samples = static_cast<int64_t>(seconds * static_cast<double>(sound->rate()));
      tensor::to_host(sound->encode(tensor::example_input({2, samples}, torch::kFloat32), seconds));
    }
  }
  phases.push_back(section.end("clips"));
  return phases;
}

TrainingDryRun dry_run_training(const DryRunRequest& run) {
  const DryRun dry_run(run.target.type, run.target.compute_capability);
  Section section;
  TrainingDryRun result;
  distributed::World world{run.rank, run.ranks};
  if (run.ranks > 1) {
    world.ranks = distributed::Ranks::dry_run(run.rank, run.ranks, result.traffic);
    const launch::MeshShape shape = training::mesh_of(run.settings, run.ranks);
    if (shape.per_sample() > 1) world.mesh = distributed::Mesh::make(*world.ranks, shape);
  }
  training::LearnerOptions options;
  options.world = world;
  options.device = torch::kMeta;
  options.hooks.inner = nn::cancelling_runner(run.stop);
  training::Learner learner(run.settings, std::move(options));
  name_gradients(learner.weights.parameters());
  result.trained_parameters = learner.weights.element_count();
  result.block_count = learner.model->transformer().block_count();
  std::vector<training::MicroBatch> ahead;
  for (int64_t i = 0; i < training::BatchLoader::most_ahead(run.settings); ++i)
    ahead.push_back(micro_batch(run, learner));
  update_once(run, world, learner, 0);
  PhasePlan training = section.end("training");
  result.traffic.calls.clear();
  update_once(run, world, learner, 1);  // with what the first update has left in memory
  const PhasePlan second = section.end("training");
  {
    const tensor::CountingPause pause;  // some optimizers make copies of their state
    const uint64_t own = training::checkpoint_bytes(learner.weights, learner.optimizer_step);
    result.checkpoint_bytes = static_cast<int64_t>(own) * (learner.weights.holds_all() ? 1 : run.ranks);
  }
  for (MemoryUse PhasePlan::*place : {&PhasePlan::device, &PhasePlan::host, &PhasePlan::pinned})
    if ((second.*place).total() > (training.*place).total()) training.*place = second.*place;
  training.all_places_bytes = std::max(training.all_places_bytes, second.all_places_bytes);
  training.host_bytes = std::max(training.host_bytes, second.host_bytes);
  result.phases.push_back(training);
  const bool too_large = run.until_too_large && training.device.total() > run.device_bytes;
  if (!run.settings.validation_prompts.empty() && !too_large) {
    validate(run, learner, section.live_on_device());
    result.phases.push_back(section.end("validation"));
  }
  leave_out_common_blocks(run, world, result.phases);
  if (world.ranks) result.communicators = world.ranks->communicator_sizes();
  return result;
}

ClipDryRun dry_run_generation(inference::PipelineOptions options, inference::VideoRequest request,
                              const SimulatedDevice& target, const std::stop_token& stop) {
  const DryRun dry_run(target.type, target.compute_capability);
  Section section;
  ClipDryRun result;
  const tensor::FlopCounter& operations = section.operations();
  const int64_t steps = request.steps;
  int64_t steps_made = 0;
  ComputedWork before;  // of encoding
  tensor::SelfAttentionUse attention;
  const auto on_progress = [&](const Progress& progress) {
    if (progress.phase != "denoising") return;
    if (progress.done == 0) {
      before = operations.work();
      attention = operations.self_attention();
      return;
    }
    steps_made = progress.done;
    result.step = operations.work().minus(before).scaled(1 / static_cast<double>(steps_made));
    result.attention = of_step(operations.self_attention(), attention, steps_made);
  };
  {
    options.device = torch::kMeta;
    options.devices.clear();  // all devices are the meta device
    inference::VideoPipeline pipeline(options, stop);
    const bool needs_image = !pipeline.spec().can(catalog::VideoTask::text_to_video);
    const auto to_file = [](const torch::Tensor&) {};
    request = shortened(std::move(request), pipeline.spec(), needs_image);
    pipeline.generate(request, {.on_progress = on_progress}, to_file);
  }
  result.steps = steps_made * steps / request.steps;
  result.other_work = operations.work().minus(result.step.scaled(static_cast<double>(steps_made)));
  result.denoising = section.memory().peak(Placement::device, tensor::Phase::denoising);
  for (size_t i = 0; i < tensor::phase_count; ++i) {
    const auto phase = static_cast<tensor::Phase>(i);
    if (phase == tensor::Phase::denoising) continue;
    const MemoryUse peak = section.memory().peak(Placement::device, phase);
    result.other = std::ranges::max(result.other, peak, {}, &MemoryUse::total);
    using enum tensor::Phase;
    if (phase != none && phase != loading)
      result.coding = std::ranges::max(result.coding, peak, {}, &MemoryUse::total);
  }
  result.phase = section.end("generation");
  return result;
}

memory::NetworkBytes transformer_bytes(const inference::PipelineOptions& options,
                                       const inference::VideoRequest& request, torch::DeviceType target) {
  const DryRun dry_run(target);
  const tensor::CountingPause pause;
  const auto family = families::open_family(options.model);
  family->use_sound(family->makes_sound(request, nullptr));
  const auto network =
      family->load_transformer({.dtype = options.dtype, .device = torch::kMeta, .low_bit = options.low_bit});
  return memory::network_bytes(*network, network->block_lists());
}

std::optional<std::vector<MemoryUse>> place_on_cards(const ClipDryRun& run,
                                                     const memory::NetworkBytes& transformer,
                                                     const std::vector<int64_t>& limits) {
  const auto numbers = memory::balance_blocks(transformer, limits);
  if (!numbers) return std::nullopt;
  std::vector<MemoryUse> cards(limits.size(), run.denoising);
  // Activations follow the blocks. Components that stay loaded are on one of the GPUs, which may be any of
  // them.
  const auto weights = [&](size_t card) -> int64_t& {
    return cards[card].by_role[static_cast<size_t>(MemoryRole::weights)];
  };
  for (size_t card = 0; card < cards.size(); ++card) weights(card) -= transformer.total();
  weights(0) += transformer.outside;
  for (size_t i = 0; i < numbers->size(); ++i) weights((*numbers)[i]) += transformer.blocks[i];
  for (MemoryUse& card : cards) card = std::ranges::max(card, run.coding, {}, &MemoryUse::total);
  return cards;
}

}  // namespace fw::planner
