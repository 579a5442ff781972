// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>

#include "base/atomic_file.h"
#include "cli/job_runner.h"
#include "cli/plan.h"
#include "cli/plan_cards.h"
#include "engine_api/plan.h"
#include "run/run_file.h"

namespace fw::cli {

namespace {

using engine_api::RunFit;
using engine_api::RunPlan;

struct PlanOptions {
  std::string run_file, preset, model, card, write, cards, links;
  std::vector<std::string> settings;
  int64_t vram_bytes = 0, rank = 0, ranks = 1;
  double step_s = 0;
  bool fit = false, overwrite = false, clip = false, csv = false;
  engine_api::GenerateRequest generation;
};

void print_changes(const RunFit& fit) {
  std::printf("%s\n", fit.verdict.in_words().c_str());
  for (const run::SettingChange& change : fit.verdict.changes)
    std::printf("  %s = %s\n", change.key.c_str(), change.value.c_str());
  std::printf("\n");
}

/// The plan of a clip, or of a run's text.
engine_api::PlanRequest request_of(const PlanOptions& how, const std::string& file, const std::string& text) {
  engine_api::PlanRequest request{.vram_bytes = how.vram_bytes,
                                  .card = how.card,
                                  .fit = how.fit,
                                  .cards = how.cards,
                                  .links = how.links,
                                  .step_s = how.step_s,
                                  .rank = how.rank,
                                  .ranks = how.ranks};
  if (how.clip) {
    request.generation = how.generation;
    request.generation->model = how.model;
    return request;
  }
  request.run_file = std::filesystem::absolute(file);
  request.text = text;
  return request;
}

int plan_clip(const Session& session, const PlanOptions& options) {
  if (!options.run_file.empty() || !options.preset.empty()) throw CLI::ExcludesError("--clip", "a run");
  if (options.model.empty()) throw CLI::RequiredError("--model");
  if (options.cards.empty()) throw CLI::RequiredError("--cards");
  return plan_cards(session, request_of(options, "", ""), "Plan",
                    options.csv ? CardsOutput::csv : CardsOutput::table);
}

int plan(const Session& session, const PlanOptions& options) {
  if (options.clip) return plan_clip(session, options);
  if (options.run_file.empty() == options.preset.empty()) throw CLI::RequiredError("RUN.toml or --preset");
  if (!options.preset.empty() && options.model.empty() && options.cards.empty() && options.ranks == 1)
    return print_forecast(session, options.preset, options.vram_bytes);
  if (!options.preset.empty() && options.model.empty()) throw CLI::RequiredError("--model");
  if (!options.write.empty() && !options.overwrite) refuse_existing(options.write);
  const bool has_file = options.preset.empty();
  std::string text = has_file ? read_run_text(options.run_file, options.settings)
                              : preset_run_text(options.preset, options.model, options.settings);
  const std::string file = has_file ? options.run_file : options.preset + ".toml";
  const engine_api::PlanRequest request = request_of(options, file, text);
  if (!options.cards.empty())
    return plan_cards(session, request, file, options.csv ? CardsOutput::csv : CardsOutput::table);
  const auto on_plan = [&](const RunPlan& made) {
    report_plan(session, made, text, file);
    return made.fits().value_or(true) ? exit_done : exit_failed;
  };
  const auto on_fit = [&](const RunFit& fit) {
    if (!session.json) print_changes(fit);
    for (const run::SettingChange& change : fit.verdict.changes)
      text = run::override_in_text(text, change.assignment());
    report_plan(session, fit.plan, text, file);
    if (!options.write.empty()) write_file_atomically(options.write, text, existing_of(options.overwrite));
    return fit.verdict.fits ? exit_done : exit_failed;
  };
  return run_engine_job(session, job_of(request, file),
                        options.fit ? on_result<RunFit>(on_fit) : on_result<RunPlan>(on_plan));
}

/// Options for several GPUs, and for a clip instead of a run.
void add_cards(CLI::App& command, PlanOptions& options) {
  auto* cards = command.add_option("--cards", options.cards,
                                   "What several cards bring, such as 8xL40, or 2x8xH100 for two machines");
  command.add_option("--links", options.links, "File of bench links (default: what it kept of such a card)")
      ->needs(cards);
  command
      .add_option("--step-s", options.step_s,
                  "Seconds of an update, or of a clip's denoising step, as measured on one of these cards")
      ->check(CLI::PositiveNumber)
      ->needs(cards);
  command.add_flag("--csv", options.csv, "The fastest mesh of each number of cards, as a table for charts")
      ->needs(cards);
  command.add_option("--ranks", options.ranks, "Plan a run that so many processes train together")
      ->check(CLI::Range(1, 1024))
      ->excludes(cards);
  command.add_option("--rank", options.rank, "Which of these processes is planned (default: 0)");
  auto* clip = command.add_flag("--clip", options.clip, "Plan a clip of --model instead of a run");
  constexpr const char* of_clip = "Of the clip (default: the model's)";
  command.add_option("--frames", options.generation.frames, of_clip)->needs(clip);
  command.add_option("--height", options.generation.height, of_clip)->needs(clip);
  command.add_option("--width", options.generation.width, of_clip)->needs(clip);
  command.add_option("--steps", options.generation.steps, of_clip)->needs(clip);
  command.add_option("--guidance", options.generation.guidance_scale, of_clip)->needs(clip);
  add_parts(command, options.generation.parts)->needs(clip);
  add_pairs(command, "--option", options.generation.options, "KEY=VALUE, as for generate")->needs(clip);
}

}  // namespace

void add_plan(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "plan",
      "Estimate a run's memory, time and disk space without starting it; exit code 1 if it does not fit");
  auto options = std::make_shared<PlanOptions>();
  auto* run_file = command->add_option("run", options->run_file, "RUN.toml");
  command
      ->add_option("--preset", options->preset,
                   "Plan a run with this preset, as preset list names it, without a run file or data")
      ->excludes(run_file);
  command->add_option("--model", options->model, "Model folder of the run or clip; its config files suffice");
  command->add_option("--set", options->settings,
                      "KEY=VALUE that replaces a setting of the run file; can be repeated");
  command->add_option("--vram", options->vram_bytes, "Memory of the card to plan for, such as 24GiB")
      ->transform(CLI::AsSizeValue(/*kb_is_1000=*/false));
  command->add_option("--card", options->card, "Card to estimate the step time for, such as \"RTX 4090\"");
  add_cards(*command, *options);
  auto* fit = command->add_flag("--fit", options->fit, "Find the fastest settings that fit into memory");
  command->add_option("--write", options->write, "Write the run file with these settings")
      ->needs(fit)
      ->needs(run_file);
  add_overwrite(*command, options->overwrite);
  command->callback([&session, options] { session.exit_code = plan(session, *options); });
}

}  // namespace fw::cli
