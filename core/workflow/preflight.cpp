// SPDX-License-Identifier: Apache-2.0
#include "workflow/preflight.h"

#include <algorithm>
#include <cmath>

#include "base/resource_watch.h"
#include "base/units.h"
#include "run/step_times.h"

namespace fw::workflow {

namespace {

constexpr ErrorCode disk_short{
    "train.disk_short",
    FW_TEXT("errors", "The checkpoints need about {needed}, and {free} are free on their disk."),
    FW_TEXT("errors",
            "Keep fewer checkpoints, or choose another output folder. A run whose disk is full waits.")};
constexpr ErrorCode cache_short{
    "train.cache_short",
    FW_TEXT("errors", "The cache needs about {needed}, and {free} are free on its disk."),
    FW_TEXT("errors", "Clean it up in the settings, or choose another folder for it.")};
constexpr ErrorCode both_short{
    "train.both_short",
    FW_TEXT("errors",
            "The checkpoints and the cache need about {needed} together, and {free} are free on their disk."),
    FW_TEXT("errors", "Keep fewer checkpoints, or choose another folder for one of them.")};
constexpr ErrorCode host_short{
    "train.host_short", FW_TEXT("errors", "The run needs {needed} of host memory, and {free} are free."),
    FW_TEXT("errors", "Close other programs, or stream and offload less.")};
constexpr ErrorCode no_bf16{"train.no_bf16", FW_TEXT("errors", "{card} cannot train in bf16."),
                            FW_TEXT("errors", "Choose fp16 as the precision, or fit the run to the GPU.")};

constexpr ErrorCode uneven{
    "train.uneven_processes",
    FW_TEXT("errors",
            "{key}: {value} {value:micro-batch|micro-batches} cannot be dealt out to {processes} processes."),
    FW_TEXT("errors", "Choose a multiple of {shares}."), Blame::input};
constexpr ErrorCode odd_groups{
    "train.odd_groups",
    FW_TEXT("errors", "{key}: {processes} processes cannot form groups of {group} that share each sample."),
    FW_TEXT("errors", "Choose a number of processes that {group} divides, or one process."), Blame::input};
constexpr ErrorCode clips_alone{
    "train.processes_clip_updates",
    FW_TEXT("errors", "{key}: several processes clip the gradients of whole updates only."),
    FW_TEXT("errors", "Choose “update”, or train in one process."), Blame::input};

/// Samples drawn in an epoch. Those held out count as often as others, on average.
int64_t trained_samples(const run::RunSettings& settings, const RunFacts& facts) {
  const std::set<catalog::Bucket> buckets = facts.buckets_of(settings);
  const int64_t used = facts.samples_in(buckets);
  if (used == 0) return 0;
  const double trained = static_cast<double>(std::max<int64_t>(1, used - settings.held_out_samples));
  return std::llround(facts.draws_in(buckets) * trained / static_cast<double>(used));
}

int64_t step_count(const run::RunSettings& settings, const RunFacts& facts) {
  if (settings.train_steps > 0) return settings.train_steps;
  const int64_t batch = settings.batch_size * settings.gradient_accumulation_steps;
  return (trained_samples(settings, facts) * settings.train_epochs + batch - 1) / batch;
}

/// With intervals in steps.
run::RunSettings in_steps(run::RunSettings settings, const RunFacts& facts) {
  const int64_t samples = trained_samples(settings, facts);
  run::resolve_epochs(settings, (samples + settings.batch_size - 1) / settings.batch_size);
  return settings;
}

}  // namespace

RunNeeds needs_of(const engine_api::RunPlan& plan, const run::RunSettings& run, const RunFacts& facts) {
  const run::RunSettings settings = in_steps(run, facts);
  const int64_t steps = step_count(settings, facts);
  int64_t checkpoints = std::max<int64_t>(1, run::times_due(0, steps, settings.checkpointing_steps));
  // A new one is complete before an old one is removed.
  if (settings.checkpointing_limit > 0) checkpoints = std::min(checkpoints, settings.checkpointing_limit + 1);
  if (settings.keep_best && settings.held_out_samples > 0) ++checkpoints;
  return {.steps = steps,
          .encoding_s = plan.encode_seconds * static_cast<double>(facts.pixels_to_encode) / 1e6,
          .checkpoint_bytes = plan.checkpoint_bytes * checkpoints,
          .cache_bytes = facts.is_encoded ? 0 : plan.cache_bytes};
}

double step_seconds(const engine_api::RunPlan& plan, const RunFacts& facts,
                    const engine_api::StepTime& time) {
  if (plan.samples > 0) return time.seconds;
  double cost = 0, draws = 0;
  for (const engine_api::SizeCost& each : plan.size_costs) {
    const auto bucket = catalog::parse_bucket(each.size);
    if (!bucket) continue;
    const double own = facts.draws_in({*bucket});
    cost += each.cost * own;
    draws += own;
  }
  return draws > 0 ? time.seconds * cost / draws : time.seconds;
}

double total_seconds(const engine_api::RunPlan& plan, const run::RunSettings& settings, const RunFacts& facts,
                     double step_s) {
  if (step_s <= 0) return 0;
  const RunNeeds needs = needs_of(plan, settings, facts);
  return engine_api::run_seconds(plan, in_steps(settings, facts), needs.steps, step_s) + needs.encoding_s;
}

std::vector<Fault> shortages(const engine_api::RunPlan& plan, const run::RunSettings& settings,
                             const RunNeeds& needs) {
  std::vector<Fault> all;
  const auto add = [&](const ErrorCode& code, int64_t needed, int64_t free) {
    if (needed <= free) return;
    all.emplace_back(code,
                     std::initializer_list<Argument>{{"needed", format_bytes(static_cast<uint64_t>(needed))},
                                                     {"free", format_bytes(static_cast<uint64_t>(free))}});
  };
  if (!plan.lacks_bf16.empty())
    all.emplace_back(no_bf16, std::initializer_list<Argument>{{"card", plan.lacks_bf16}});
  const bool each_fits =
      needs.checkpoint_bytes <= plan.output_free_bytes && needs.cache_bytes <= plan.cache_free_bytes;
  add(disk_short, needs.checkpoint_bytes, plan.output_free_bytes);
  add(cache_short, needs.cache_bytes, plan.cache_free_bytes);
  if (each_fits && on_one_disk(settings.output_dir, settings.cache))
    add(both_short, needs.checkpoint_bytes + needs.cache_bytes,
        std::min(plan.output_free_bytes, plan.cache_free_bytes));
  if (!plan.on_cpu() && plan.host_free_bytes > 0)
    add(host_short, plan.host_peak_bytes(), plan.host_free_bytes);
  return all;
}

std::optional<Fault> process_fault(const run::RunSettings& settings, int64_t processes) {
  const int64_t group = processes > 1 ? settings.ulysses * settings.ring : 1;
  if (processes % group != 0)
    return Fault(odd_groups, {{"key", settings.ulysses > 1 ? "distributed.ulysses" : "distributed.ring"},
                              {"processes", processes},
                              {"group", group}});
  const int64_t shares = processes / group;
  if (settings.gradient_accumulation_steps % shares != 0)
    return Fault(uneven, {{"key", "training.gradient_accumulation_steps"},
                          {"value", settings.gradient_accumulation_steps},
                          {"processes", processes},
                          {"shares", shares}});
  if (processes > 1 && settings.clipping == "micro_batch")
    return Fault(clips_alone, {{"key", "optimizer.clipping"}});
  return std::nullopt;
}

}  // namespace fw::workflow
