// SPDX-License-Identifier: Apache-2.0
#include "training/run_plan.h"

#include <algorithm>

#include "base/error.h"
#include "base/paths.h"
#include "training/bucket_sampler.h"
#include "training/left_out.h"

namespace fw::training {

namespace {

constexpr ErrorCode run_changed{
    "training.run_changed", FW_TEXT("errors", "The run file {file} can no longer be used: {reason}"),
    FW_TEXT("errors", "It was frozen when the run started: undo the change."), Blame::input};
constexpr ErrorCode later_checkpoints{
    "training.later_checkpoints",
    FW_TEXT("errors",
            "Resuming from {checkpoint} would discard the run's later checkpoints, up to step {step}."),
    FW_TEXT("errors",
            "Start a new run from it (--branch {checkpoint}), or first move the later folders elsewhere."),
    Blame::input};

run::RunSettings read_frozen(const run::RunPaths& run) {
  const run::RunFile file = run::read_run_file(run.run_file());
  if (!file.faults.empty()) {
    throw Error(run_changed, {{"file", to_utf8(run.run_file())}, {"reason", file.faults.front().message()}});
  }
  return file.settings;
}

/// The checkpoint to resume from; empty if the run starts.
std::filesystem::path checkpoint_to_resume(const run::RunPaths& run,
                                           const std::optional<std::filesystem::path>& wanted) {
  prune_checkpoints(run, 0);
  const std::vector<int64_t> steps = run::checkpoint_steps(run);
  if (!wanted) return steps.empty() ? std::filesystem::path() : run.checkpoint(steps.back());
  const int64_t step = read_state(*wanted).step;
  if (!steps.empty() && steps.back() > step)
    throw Error(later_checkpoints, {{"checkpoint", to_utf8(*wanted)}, {"step", steps.back()}});
  return *wanted;
}

/// Epochs are counted in micro-batches. Accumulation continues across epochs; the last update averages the
/// remaining micro-batches.
int64_t total_steps(const RunPlan& plan, const BucketSampler& sampler) {
  const run::RunSettings& settings = plan.settings;
  // A run keeps the number of steps, and with it the learning-rate schedule, that it began with.
  if (settings.train_steps > 0 || plan.state.step > 0)
    if (const int64_t known = run::total_steps(plan.paths, settings); known > 0) return known;
  const int64_t accumulation = settings.gradient_accumulation_steps;
  return (sampler.batches_in(settings.train_epochs) + accumulation - 1) / accumulation;
}

void choose_samples(RunPlan& plan) {
  dataset::DatasetManifest all = dataset::read_dataset_manifest(plan.paths.dataset());
  const Begins begins = plan.checkpoint.empty() ? Begins::yes : Begins::no;
  std::string left_out = leave_out_unencoded(plan.settings, all, begins);
  if (!left_out.empty()) plan.warnings.push_back(std::move(left_out));
  plan.samples = split_samples(plan.settings, std::move(all), plan.state.hold_out);
  if (plan.samples.left_out > 0)
    plan.warnings.push_back(std::to_string(plan.samples.left_out) +
                            " more parts of the videos that are held out are not trained on.");
}

/// Captions were encoded long before, so a missing id token would go unnoticed.
void check_captions(RunPlan& plan) {
  const auto lacks_it = [&](const dataset::DatasetSample& sample) {
    return !dataset::has_id_token(sample.caption, plan.settings.id_token);
  };
  const auto& samples = plan.samples.train;
  const auto count = std::count_if(samples.begin(), samples.end(), lacks_it);
  if (count == 0) return;
  const bool is_all = static_cast<size_t>(count) == samples.size();
  plan.warnings.push_back(std::to_string(count) + " of " + std::to_string(samples.size()) +
                          " captions do not begin with data.id_token. " +
                          (is_all ? "Make" : "Unless these are clips for regularisation, make") +
                          " and encode the dataset with it.");
}

void check_warmup(RunPlan& plan) {
  const run::RunSettings& settings = plan.settings;
  const bool has_warmup = run::applies(*run::find_setting("lr_scheduler.lr_warmup_steps"), settings);
  if (!has_warmup || settings.lr_warmup_steps < plan.total_steps) return;
  plan.warnings.push_back("The warm-up of " + std::to_string(settings.lr_warmup_steps) +
                          " steps does not end within the run, which has " +
                          std::to_string(plan.total_steps) +
                          ": the learning rate never reaches optimizer.lr.");
}

void check_held_out(RunPlan& plan) {
  const run::RunSettings& settings = plan.settings;
  if (!plan.samples.held_out.empty() || (settings.early_stop_patience == 0 && !settings.keep_best)) return;
  plan.warnings.emplace_back(
      "Without held-out samples the run neither stops early nor knows its best checkpoint: set "
      "validation.held_out_samples.");
}

}  // namespace

RunPlan plan_run(const run::RunPaths& run, const std::optional<std::filesystem::path>& checkpoint) {
  RunPlan plan{
      .paths = run, .settings = read_frozen(run), .checkpoint = checkpoint_to_resume(run, checkpoint)};
  if (!plan.checkpoint.empty()) plan.state = read_state(plan.checkpoint);
  choose_samples(plan);
  check_captions(plan);
  const BucketSampler sampler(plan.samples.train, plan.settings.batch_size, 0);
  run::resolve_epochs(plan.settings, sampler.batches_per_epoch());
  plan.total_steps = total_steps(plan, sampler);
  check_held_out(plan);
  check_warmup(plan);
  return plan;
}

}  // namespace fw::training
