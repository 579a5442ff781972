// SPDX-License-Identifier: Apache-2.0
#include "training/trainer.h"

#include <utility>

#include "base/error.h"
#include "base/paths.h"
#include "distributed/ranks.h"
#include "tensor/attention_kernels.h"
#include "tensor/libtorch.h"
#include "training/cache_check.h"
#include "training/earlier_versions.h"
#include "training/run_options.h"
#include "training/training_loop.h"

namespace fw::training {

namespace {

using engine_api::JobContext;
using engine_api::LogLevel;

/// Sets the number of threads per operation for the life of the object.
class ThreadCount {
 public:
  explicit ThreadCount(int64_t count) : before_(at::get_num_threads()) {
    if (count > 0) at::set_num_threads(static_cast<int>(count));
  }
  ~ThreadCount() { at::set_num_threads(before_); }
  ThreadCount(const ThreadCount&) = delete;

 private:
  int before_;
};

void check_entries(const RunPlan& plan, JobContext& context) {
  ProgressMeter checking(FW_TEXT("phases", "checking the cache"),
                         static_cast<int64_t>(plan.samples.train.size() + plan.samples.held_out.size()));
  check_cache(plan.settings, plan.samples, precompute::LatentCache(plan.settings.cache), context.stop(),
              [&](size_t done, size_t) { context.progress(checking.update(static_cast<int64_t>(done))); });
}

void check_files(const RunPlan& plan, JobContext& context) {
  if (plan.checkpoint.empty()) return;
  uint64_t bytes = 0;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(plan.checkpoint, error))
    bytes += file.file_size(error);
  ProgressMeter checking(FW_TEXT("phases", "checking the checkpoint"), static_cast<int64_t>(bytes));
  check_checkpoint(plan.checkpoint, context.stop(),
                   [&](uint64_t done) { context.progress(checking.update(static_cast<int64_t>(done))); });
}

/// Applies the settings that are global to the process in LibTorch.
void set_globals(const run::RunSettings& settings) {
  at::globalContext().setAllowTF32CuBLAS(settings.allow_tf32);
  at::globalContext().setAllowTF32CuDNN(settings.allow_tf32);
  torch::manual_seed(static_cast<uint64_t>(settings.seed));
}

LearnerOptions learner_options(RunPlan& plan, const distributed::World& world, JobContext& context,
                               std::string& quantization) {
  LearnerOptions options;
  options.device = compute_device(plan.settings);
  options.total_steps = plan.total_steps;
  if (plan.checkpoint.empty()) options.start_from = plan.settings.start_from;
  options.on_tensor = [&context, loading = ProgressMeter(FW_TEXT("phases", "loading the model"), 0)](
                          size_t done, size_t total) mutable {
    if (context.stop().stop_requested()) throw Cancelled();
    Progress progress = loading.update(static_cast<int64_t>(done));
    progress.total = static_cast<int64_t>(total);
    context.progress(progress);
  };
  options.on_low_bit = [&quantization](const std::string& text) { quantization = text; };
  options.hooks.inner = nn::cancelling_runner(context.stop());
  options.world = world;
  options.hooks.warning = [&plan](const std::string& text) { plan.warnings.push_back(text); };
  return options;
}

/// Runs rank 0 first, since it removes what an interrupted run has left.
RunPlan plan_together(const run::RunPaths& run, const std::optional<std::filesystem::path>& checkpoint,
                      const distributed::World& world) {
  std::optional<RunPlan> plan;
  world.on_first([&] { plan = plan_run(run, checkpoint); });
  if (!plan) plan = plan_run(run, checkpoint);
  if (world.size == 1) return std::move(*plan);
  run::RunSettings& settings = plan->settings;
  check_mesh(settings, world.shape());
  settings.device = compute_device(settings, world).str();
  return std::move(*plan);
}

}  // namespace

Trainer::Trainer(run::RunPaths run, std::optional<std::filesystem::path> checkpoint,
                 ValidatorMaker validation, int64_t more_steps, std::optional<FileLock> lock,
                 distributed::World world)
    : run_(std::move(run)),
      checkpoint_(std::move(checkpoint)),
      validation_(std::move(validation)),
      more_steps_(more_steps),
      lock_(std::move(lock)),
      world_(std::move(world)) {}

engine_api::Outcome Trainer::run(JobContext& context) {
  if (world_.writes() && !lock_) lock_ = run::lock_run(run_);
  const std::optional<FileLock> lock = std::exchange(lock_, std::nullopt);
  RunPlan plan = plan_together(run_, checkpoint_, world_);
  const ThreadCount threads(plan.settings.cpu_threads);
  Validator validator;
  if (validation_) validator = validation_(plan, context.stop());
  const bool owes = world_.of_first(validator && owes_clips(plan));
  world_.on_first([&] {
    check_files(plan, context);
    check_entries(plan, context);
  });
  set_globals(plan.settings);
  const torch::Device device = compute_device(plan.settings);
  tensor::check_attention_dtype(device, compute_dtype(plan.settings));
  const tensor::AttentionOrder attention = tensor::attention_order_on(device);
  const tensor::AttentionKernels kernels(attention, device);
  std::string quantization;
  Learner learner(plan.settings, learner_options(plan, world_, context, quantization));
  if (!plan.checkpoint.empty()) read_checkpoint(plan.checkpoint, learner.weights, learner.optimizer_step);
  ActiveRun run(plan, context, learner, world_,
                owes ? EventLog::Clips::are_made_again : EventLog::Clips::stay);
  run.events.started({{"total_steps", run.total_steps},
                      {"device", learner.device.str()},
                      {"ranks", world_.size},
                      {"trained_parameters", learner.weights.element_count()},
                      {"samples", plan.samples.train.size()},
                      {"held_out_samples", plan.samples.held_out.size()}});
  if (device.is_cuda())
    run.events.say(LogLevel::info, "Attention uses the first of these kernels that supports the call: " +
                                       tensor::to_text(attention) + ".");
  if (!quantization.empty()) run.events.say(LogLevel::info, quantization);
  for (const std::string& warning : plan.warnings) run.events.say(LogLevel::warning, warning);
  for (const Fault& change : changes_since(plan))
    run.events.say(LogLevel::warning, change.full_message(), change);
  TrainingLoop loop(run, plan.samples, std::move(validator));
  plan.samples = {};  // the loop has copied what it needs
  return loop.train(owes ? TrainingLoop::FirstClips::now : TrainingLoop::FirstClips::when_due, more_steps_);
}

}  // namespace fw::training
