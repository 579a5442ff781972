// SPDX-License-Identifier: Apache-2.0
#include "engine/refit.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "planner/fit_run.h"
#include "run/run_file.h"
#include "tensor/device.h"
#include "training/run_options.h"

namespace fw::engine {

namespace {

constexpr ErrorCode no_fit{
    "engine.no_fit", FW_TEXT("errors", "The run {run} needs too much memory here: {words}."),
    FW_TEXT("errors",
            "Close other programs, or start a new run with a smaller size or batch: framewright-cli "
            "train --branch {run} --set KEY=VALUE. Nothing of this run is lost."),
    Blame::input};
constexpr std::string_view goes_on =
    FW_TEXT("errors",
            "These settings fit: {fit}. “Fit and resume” uses them to continue from the newest checkpoint, "
            "as does framewright-cli train --resume {run} --fit.");
constexpr std::string_view other_run =
    FW_TEXT("errors",
            "These settings fit: {fit}. They change what is learned, so they need a new run: framewright-cli "
            "train --branch {run} {settings}. What was saved is intact.");
constexpr std::string_view nothing_fits =
    FW_TEXT("errors",
            "No settings fit on this computer ({fit}). Close other programs, or choose a smaller size, batch "
            "or rank. What was saved is intact.");

/// Plans can be slightly too low: if by the plan the run already fits, require a tenth less.
constexpr double margin = 0.9;

/// @param settings  of a run that did not fit
run::FitVerdict fit_here(run::RunSettings settings, const std::stop_token& stop, planner::FitScope scope) {
  const torch::Device device = training::compute_device(settings);
  settings.device = device.str();
  tensor::release_unused_memory(device);
  planner::PlanRequest request{settings, std::nullopt, {}, /*with_precompute=*/false};
  const planner::RunPlan plan = planner::plan_run(request, stop);
  const auto less = static_cast<int64_t>(margin * static_cast<double>(plan.device_peak_bytes()));
  request.vram_bytes = std::min(plan.device_limit_bytes, less);
  return planner::fit_run(request, stop, scope).verdict;
}

}  // namespace

std::string refit(const run::RunPaths& run, const std::stop_token& stop) {
  run::RunFile file = run::read_run_file(run.run_file());
  const run::FitVerdict found = fit_here(file.settings, stop, planner::FitScope::same_course);
  if (!found.fits) throw Error(no_fit, {{"run", to_utf8(run.folder)}, {"words", found.in_words()}});
  for (const run::SettingChange& change : found.changes)
    file.text = run::override_in_text(file.text, change.assignment());
  write_file_atomically(run.run_file(), file.text, Existing::own);
  return found.in_words();
}

Fault with_settings_that_fit(const Fault& out_of_memory, const run::RunPaths& run,
                             const std::stop_token& stop) noexcept try {
  const run::RunSettings settings = run::read_run_file(run.run_file()).settings;
  Fault fault = out_of_memory;
  run::FitVerdict found = fit_here(settings, stop, planner::FitScope::same_course);
  fault.hint = goes_on;
  if (!found.fits && settings.training_type == run::TrainingType::sft) {
    found = fit_here(settings, stop, planner::FitScope::all);
    fault.hint = other_run;
  }
  if (!found.fits) fault.hint = nothing_fits;
  std::string assignments;
  for (const run::SettingChange& change : found.changes)
    assignments += (assignments.empty() ? "" : " ") + ("--set " + change.assignment());
  fault.arguments["fit"] = found.in_words();
  fault.arguments["run"] = to_utf8(run.folder);
  fault.arguments["settings"] = assignments;
  return fault;
} catch (const std::exception&) {
  return out_of_memory;
}

}  // namespace fw::engine
