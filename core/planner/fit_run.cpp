// SPDX-License-Identifier: Apache-2.0
#include "planner/fit_run.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "planner/gpu_specs.h"

namespace fw::planner {

namespace {

constexpr ErrorCode no_limit{"planner.no_limit", FW_TEXT("errors", "There is no GPU to fit the run to."),
                             FW_TEXT("errors", "Give the memory of a GPU: --vram 24GiB."), Blame::input};

/// Estimated step time on the GPU, or on the processor, including the cost of the memory settings. All of
/// this is estimated rather than measured:
/// - Copies from and to page-locked memory run over PCIe 4 x16 at 25 of its 32 GB/s: weights once in each
///   pass, inputs of blocks to the host and back. Time beyond that of the computation is waited for. In
///   addition, copies and events cost 5 % with all blocks streamed (musubi-tuner's figures for 47 of 48
///   blocks) and 2 % with activation offload.
/// - An optimizer on the CPU adds a fifth (torchao: 1.27 s become 1.52 s).
/// - Quantized weights add 5 % (diffusers' figures for FLUX in nf4).
double step_seconds(const RunPlan& plan, const run::RunSettings& run) {
  constexpr double processor_flops = 100e9;  // any value will do, since only ratios count
  const double computing = plan.step_times.empty() ? training_of(plan).work.flops() / processor_flops
                                                   : plan.step_times.front().seconds;
  const MemoryUse& pinned = training_of(plan).pinned;
  constexpr double bus_bytes_per_s = 25e9;
  const auto copied =
      static_cast<double>(2 * pinned.of(MemoryRole::weights) + 2 * pinned.of(MemoryRole::activation));
  double seconds = std::max(computing, copied / bus_bytes_per_s);
  const double streamed = static_cast<double>(std::min(run.streamed_blocks, plan.block_count)) /
                          static_cast<double>(std::max<int64_t>(plan.block_count, 1));
  seconds += computing * 0.05 * streamed;
  if (run.activation_offload) seconds += computing * 0.02;
  if (run.optimizer_offload) seconds += computing * 0.2;
  if (run.quantization != catalog::Quantization::none) seconds += computing * 0.05;
  return seconds;
}

/// The GPU whose memory size is closest.
std::string_view card_with(int64_t bytes) {
  const double gib = static_cast<double>(bytes) / (int64_t{1} << 30);
  const GpuSpec* best = &gpu_specs().front();
  for (const GpuSpec& card : gpu_specs()) {
    if (std::abs(card.memory_gib - gib) < std::abs(best->memory_gib - gib)) best = &card;
  }
  return best->name;
}

/// Switches the run to a type that the GPU supports.
run::RunSettings in_half_precision(run::RunSettings settings) {
  settings.mixed_precision = "fp16";
  if (settings.trained_type == "bf16") settings.trained_type = "fp32";
  if (settings.encoding_dtype == catalog::Dtype::bf16) settings.encoding_dtype = catalog::Dtype::fp16;
  return settings;
}

}  // namespace

engine_api::RunFit fit_run(const PlanRequest& asked, const std::stop_token& stop, FitScope scope) {
  PlanRequest request = asked;
  RunPlan unchanged = plan_run(request, stop);
  if (!unchanged.lacks_bf16.empty() && scope != FitScope::same_course) {
    request.settings = in_half_precision(request.settings);
    unchanged = plan_run(request, stop);
  }
  MemoryLimits limits{.device_bytes = unchanged.device_limit_bytes};
  if (limits.device_bytes == 0) throw Error(no_limit);
  // On the CPU, device and host memory are the same.
  if (!unchanged.on_cpu() && unchanged.host_free_bytes > 0) limits.host_bytes = unchanged.host_free_bytes;
  PlanRequest each = request;
  if (unchanged.step_times.size() > 1) each.card = card_with(limits.device_bytes);
  const auto plan = [&](const run::RunSettings& settings, bool until_too_large) {
    each.settings = settings;
    each.until_too_large = until_too_large;
    RunPlan made = settings == request.settings ? unchanged : plan_run(each, stop);
    if (made.step_times.size() > 1)
      std::erase_if(made.step_times, [&](const StepTime& time) { return time.card != each.card; });
    return made;
  };
  const auto forecast = [&](const run::RunSettings& settings) -> Forecast {
    const RunPlan made = plan(settings, /*until_too_large=*/true);
    return {made.device_peak_bytes(), made.host_peak_bytes(), step_seconds(made, settings)};
  };
  Fit fit = fit_to_memory(request.settings, limits, unchanged.block_count, forecast, scope);
  fit.changes = changes_of(asked.settings, fit.settings);
  return {verdict_of(fit, limits, unchanged.block_count), plan(fit.settings, /*until_too_large=*/false)};
}

}  // namespace fw::planner
