// SPDX-License-Identifier: Apache-2.0
#include "engine/plan_job.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "engine/generate_params.h"
#include "engine/params.h"
#include "planner/fit_run.h"
#include "run/run_file.h"

namespace fw::engine {

namespace {

constexpr ErrorCode bad_run_file{
    "engine.bad_run_file", FW_TEXT("errors", "The run file cannot be planned: {problems}"), "", Blame::input};

}  // namespace

engine_api::Outcome run_plan(const nlohmann::json& params, engine_api::JobContext& context) {
  if (const auto clip = params.find("generation"); clip != params.end()) {
    const inference::PipelineOptions options = generation_options(*clip);
    const auto request = generation_request(*clip, catalog::recognise_model(options.model));
    return engine_api::Outcome::finished(planner::plan_generation(options, request, context.stop()));
  }
  const std::filesystem::path file = path_param(params, "run_file");
  const std::string text = params.contains("text") ? params.at("text").get<std::string>() : read_file(file);
  const run::RunFile run = run::read_run_text(text, file);
  throw_faults(run.faults, bad_run_file);
  planner::PlanRequest request{run.settings, std::nullopt, params.value("card", std::string())};
  if (const auto bytes = params.value("vram_bytes", int64_t{0}); bytes > 0) request.vram_bytes = bytes;
  if (params.value("fit", false))
    return engine_api::Outcome::finished(planner::fit_run(request, context.stop()));
  return engine_api::Outcome::finished(planner::plan_run(request, context.stop()));
}

}  // namespace fw::engine
