// SPDX-License-Identifier: Apache-2.0
#include "engine/plan_job.h"

#include "base/error.h"
#include "engine/generate_params.h"
#include "planner/fit_clip.h"
#include "planner/fit_run.h"
#include "planner/many_cards.h"
#include "run/run_file.h"

namespace fw::engine {

namespace {

constexpr ErrorCode bad_run_file{
    "engine.bad_run_file", FW_TEXT("errors", "The run file cannot be planned: {problems}"), "", Blame::input};

constexpr ErrorCode bad_rank{"engine.bad_rank", FW_TEXT("errors", "There is no rank {rank} of {ranks}."),
                             FW_TEXT("errors", "Ranks are counted from 0; 1024 are planned at most."),
                             Blame::input};
constexpr int64_t most_ranks = 1024;

planner::CardsRequest cards_of(const engine_api::PlanRequest& request) {
  planner::CardsRequest cards{.cards = request.cards, .links = {}, .step_s = request.step_s};
  if (!request.links.empty()) cards.links = run::read_links(request.links);
  return cards;
}

}  // namespace

engine_api::Outcome run_plan(const engine_api::PlanRequest& request, engine_api::JobContext& context) {
  if (request.generation) {
    inference::PipelineOptions options = generation_options(*request.generation);
    if (!request.cards.empty())
      options.dtype = dtype_of(request.generation->dtype, torch::kCUDA, options.model);
    auto clip = generation_request(*request.generation, catalog::recognise_model(options.model));
    clip.conditions = condition_shapes(*request.generation, clip.fps);
    if (!request.cards.empty())
      return engine_api::Outcome::finished(
          planner::plan_clip_on_cards(options, clip, cards_of(request), context.stop()));
    if (request.fit)
      return engine_api::Outcome::finished(planner::fit_clip(
          options, clip, request.vram_bytes, placeable_devices(*request.generation), context.stop()));
    return engine_api::Outcome::finished(
        planner::plan_generation(options, clip, request.vram_bytes, context.stop()));
  }
  const std::string text = request.text ? *request.text : run::run_file_text(request.run_file);
  const run::RunFile run = run::read_run_text(text, request.run_file);
  throw_faults(run.faults, bad_run_file);
  planner::PlanRequest plan{run.settings, std::nullopt, request.card};
  if (!request.cards.empty())
    return engine_api::Outcome::finished(planner::plan_run_on_cards(plan, cards_of(request), context.stop()));
  if (request.rank < 0 || request.rank >= request.ranks || request.ranks > most_ranks)
    throw Error(bad_rank, {{"rank", request.rank}, {"ranks", request.ranks}});
  plan.rank = request.rank;
  plan.ranks = request.ranks;
  if (request.vram_bytes > 0) plan.vram_bytes = request.vram_bytes;
  if (request.fit)
    return engine_api::Outcome::finished(planner::fit_run(plan, context.stop(), planner::FitScope::fastest));
  plan.with_measured_time = true;
  return engine_api::Outcome::finished(planner::plan_run(plan, context.stop()));
}

}  // namespace fw::engine
