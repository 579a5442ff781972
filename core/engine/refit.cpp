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
            "Close other programs, or start a new run with a smaller size, batch or rank: framewright-cli "
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

/// A plan can be a little too low: where it says that the run fits as it is, it must need a tenth less.
constexpr double margin = 0.9;

struct Found {
  planner::RunFit fit;
  std::string words;
};

/// @param settings  of a run that did not fit
Found fit_here(run::RunSettings settings, const std::stop_token& stop, planner::FitScope scope) {
  const torch::Device device = training::compute_device(settings);
  settings.device = device.str();
  tensor::release_unused_memory(device);
  planner::PlanRequest request{settings, std::nullopt, {}, /*with_precompute=*/false};
  const planner::RunPlan plan = planner::plan_run(request, stop);
  const auto less = static_cast<int64_t>(margin * static_cast<double>(plan.device_peak_bytes()));
  request.vram_bytes = std::min(plan.device_limit_bytes, less);
  Found found{planner::fit_run(request, stop, scope), {}};
  found.words = planner::in_words(found.fit.fit, *request.vram_bytes, found.fit.plan.block_count);
  return found;
}

}  // namespace

std::string refit(const run::RunPaths& run, const std::stop_token& stop) {
  run::RunFile file = run::read_run_file(run.run_file());
  const Found found = fit_here(file.settings, stop, planner::FitScope::same_course);
  if (!found.fit.fit.fits) throw Error(no_fit, {{"run", to_utf8(run.folder)}, {"words", found.words}});
  for (const planner::Change& change : found.fit.fit.changes)
    file.text = run::set_in_text(file.text, change.key, change.after);
  write_file_atomically(run.run_file(), file.text, Existing::replace);
  return found.words;
}

Fault with_settings_that_fit(const Fault& out_of_memory, const run::RunPaths& run,
                             const std::stop_token& stop) noexcept try {
  const run::RunSettings settings = run::read_run_file(run.run_file()).settings;
  Fault fault = out_of_memory;
  Found found = fit_here(settings, stop, planner::FitScope::same_course);
  fault.hint = goes_on;
  if (!found.fit.fit.fits && settings.training_type == run::TrainingType::sft) {
    found = fit_here(settings, stop, planner::FitScope::all);
    fault.hint = other_run;
  }
  if (!found.fit.fit.fits) fault.hint = nothing_fits;
  std::string assignments;
  for (const planner::Change& change : found.fit.fit.changes)
    assignments +=
        (assignments.empty() ? "" : " ") + ("--set " + change.key + "=" + run::to_toml(change.after));
  fault.arguments["fit"] = found.words;
  fault.arguments["run"] = to_utf8(run.folder);
  fault.arguments["settings"] = assignments;
  return fault;
} catch (const std::exception&) {
  return out_of_memory;
}

}  // namespace fw::engine
