// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "base/join.h"
#include "base/units.h"
#include "cli/plan.h"
#include "cli/script_import.h"
#include "run/run_file.h"
#include "workflow/preflight.h"

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

void print_disk(const RunPlan& plan, const workflow::RunNeeds& needs) {
  const auto free_text = [](int64_t free) {
    return free < INT64_MAX ? ", " + bytes_text(free) + " free on the disk" : std::string();
  };
  std::printf("Checkpoints: %s%s.\n", bytes_text(needs.checkpoint_bytes).c_str(),
              free_text(plan.output_free_bytes).c_str());
  if (plan.samples > 0)
    std::printf("Cache: %s for %lld samples%s.\n", bytes_text(plan.cache_bytes).c_str(),
                static_cast<long long>(plan.samples), free_text(plan.cache_free_bytes).c_str());
}

void print_time(const RunPlan& plan, const run::RunSettings& settings, const workflow::RunFacts& facts,
                const workflow::RunNeeds& needs, const engine_api::StepTime& time) {
  const double step_s = workflow::step_seconds(plan, facts, time);
  const double total_s = workflow::total_seconds(plan, settings, facts, step_s);
  const std::string total =
      needs.steps == 0 ? ""
                       : ", " + format_duration(total_s) + " for " + std::to_string(needs.steps) + " steps";
  std::printf("%-12s %8.2f s per step%s%s\n", time.card.c_str(), step_s, total.c_str(),
              time.measured_here         ? ", measured on this machine"
              : time.efficiency_measured ? ", estimated"
                                         : ", estimated (efficiency of a related card)");
}

}  // namespace

std::string verdict_text(int64_t needed, int64_t there) {
  return needed <= there ? "it fits" : "IT DOES NOT FIT, " + bytes_text(needed - there) + " are short";
}

void print_plan(const RunPlan& plan, const run::RunSettings& settings, const workflow::RunFacts& facts) {
  const workflow::RunNeeds needs = workflow::needs_of(plan, settings, facts);
  std::printf("%s, clips of %s, %lld trained parameters\n\n", plan.device.c_str(), plan.size.c_str(),
              static_cast<long long>(plan.trained_parameters));
  print_phases(plan);
  if (plan.ranks > 1)
    std::printf("\nRank %lld of %lld sends %s in %lld exchanges an update.\n",
                static_cast<long long>(plan.rank), static_cast<long long>(plan.ranks),
                bytes_text(plan.sent_bytes).c_str(), static_cast<long long>(plan.exchange_calls));
  print_fit(plan);
  print_disk(plan, needs);
  for (const engine_api::StepTime& time : plan.step_times) print_time(plan, settings, facts, needs, time);
  std::printf("Planned in %.2f s.\n", plan.planning_seconds);
}

void report_plan(const Session& session, const RunPlan& plan, const std::string& text,
                 const std::string& file) {
  const run::RunSettings settings = run::read_run_text(text, file).settings;
  const auto processor = plan.on_cpu() ? engine_api::Processor::cpu : engine_api::Processor::gpu;
  const workflow::RunFacts facts = workflow::read_run_facts(settings, processor);
  if (!session.json) print_plan(plan, settings, facts);
  const workflow::RunNeeds needs = workflow::needs_of(plan, settings, facts);
  print_file_faults(workflow::advice_of(facts, settings), session, "advice");
  print_file_faults(workflow::shortages(plan, settings, needs), session, "advice");
}

}  // namespace fw::cli
