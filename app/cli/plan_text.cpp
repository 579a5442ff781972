// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "base/join.h"
#include "base/units.h"
#include "cli/plan.h"

namespace fw::cli {

namespace {

using engine_api::RunPlan;

std::string bytes_text(int64_t bytes) {
  return format_bytes(static_cast<uint64_t>(bytes));
}

/// Returns "weights 10.4 GiB, activations 5.1 GiB, …", largest first.
std::string parts_text(const engine_api::PhasePlan& phase) {
  std::vector<std::pair<int64_t, std::string_view>> parts{{phase.overhead_bytes, "overhead"}};
  for (const auto& [role, name] : choices_of(MemoryRole{})) parts.emplace_back(phase.device.of(role), name);
  std::erase_if(parts, [](const auto& part) { return part.first <= 0; });
  std::ranges::sort(parts, std::greater<>());
  std::string text;
  for (const auto& [bytes, name] : parts) append_item(text, std::string(name) + " " + bytes_text(bytes));
  return text;
}

void print_phases(const RunPlan& plan) {
  const bool on_cpu = plan.on_cpu();
  std::printf("%-11s %11s %11s %11s  %s\n", "phase", on_cpu ? "memory" : "device", on_cpu ? "" : "host",
              on_cpu ? "" : "pinned", "of which");
  for (const engine_api::PhasePlan& phase : plan.phases) {
    std::printf("%-11s %11s %11s %11s  %s\n", phase.name.c_str(),
                bytes_text(plan.device_bytes(phase)).c_str(),
                on_cpu ? "" : bytes_text(phase.host.total()).c_str(),
                on_cpu ? "" : bytes_text(phase.pinned.total()).c_str(), parts_text(phase).c_str());
  }
}

void print_fit(const RunPlan& plan) {
  const int64_t peak = plan.device_peak_bytes();
  if (!plan.fits()) {
    std::printf("\nPeak: %s. This computer has no such device; give its memory with --vram.\n",
                bytes_text(peak).c_str());
  } else {
    std::printf("\nPeak: %s of %s %s: %s.\n", bytes_text(peak).c_str(),
                bytes_text(plan.device_limit_bytes).c_str(), plan.limit_given ? "given" : "free now",
                verdict_text(peak, plan.device_limit_bytes).c_str());
  }
  if (!plan.on_cpu()) {
    std::printf("Host memory: %s of %s free: %s.\n", bytes_text(plan.host_peak_bytes()).c_str(),
                bytes_text(plan.host_free_bytes).c_str(),
                verdict_text(plan.host_peak_bytes(), plan.host_free_bytes).c_str());
    if (!plan.overhead_measured)
      std::printf(
          "Overhead (CUDA, libraries, fragmentation) is estimated; everything else comes from a "
          "dry run.\n");
  }
}

}  // namespace

std::string verdict_text(int64_t needed, int64_t there) {
  return needed <= there ? "it fits" : "IT DOES NOT FIT, " + bytes_text(needed - there) + " are short";
}

void print_plan(const RunPlan& plan) {
  std::printf("%s, clips of %s, %lld trained parameters\n\n", plan.device.c_str(), plan.size.c_str(),
              static_cast<long long>(plan.trained_parameters));
  print_phases(plan);
  if (plan.ranks > 1)
    std::printf("\nRank %lld of %lld sends %s in %lld exchanges an update.\n",
                static_cast<long long>(plan.rank), static_cast<long long>(plan.ranks),
                bytes_text(plan.sent_bytes).c_str(), static_cast<long long>(plan.exchange_calls));
  print_fit(plan);
  if (!plan.lacks_bf16.empty())
    std::printf("%s cannot train in bf16: set training.mixed_precision to \"fp16\", or use --fit.\n",
                plan.lacks_bf16.c_str());
  if (plan.samples > 0) {
    std::printf("Cache: %s for %lld samples, %s free on its disk.\n", bytes_text(plan.cache_bytes).c_str(),
                static_cast<long long>(plan.samples), bytes_text(plan.cache_free_bytes).c_str());
  }
  for (const engine_api::StepTime& time : plan.step_times) {
    std::printf("%-12s %8.2f s per step%s\n", time.card.c_str(), time.seconds,
                time.measured_here         ? ", measured on this machine"
                : time.efficiency_measured ? ", estimated"
                                           : ", estimated (efficiency of a related card)");
  }
  std::printf("Planned in %.2f s.\n", plan.planning_seconds);
}

}  // namespace fw::cli
