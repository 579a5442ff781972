// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "base/paths.h"
#include "cli/job_runner.h"
#include "cli/script_import.h"
#include "engine_api/results.h"
#include "launch/world_spec.h"
#include "run/settings_page.h"
#include "workflow/launch.h"
#include "workflow/run_facts.h"

namespace fw::cli {

namespace {

namespace fs = std::filesystem;

struct TrainOptions {
  std::string run_file, resume, branch, from_flags;
  std::vector<std::string> settings;
  int64_t extend = 0;
  bool list_settings = false, fit = false, commands = false;
};

/// True if this rank prints input errors: one rank per machine does, since the files of a machine are the
/// same for all of its ranks.
bool speaks(const launch::WorldSpec& world) {
  return world.local_rank == 0;
}

/// The run file with --set applied; prints its errors.
std::optional<run::RunFile> checked_run(const Session& session, const TrainOptions& options,
                                        const launch::WorldSpec& world) {
  const std::string text = read_run_text(options.run_file, options.settings);
  run::RunFile run = run::read_run_text(text, options.run_file);
  if (speaks(world)) print_file_faults(run.faults, session, "error");
  if (world.rank == 0) print_file_faults(run.notes, session, "note");
  if (!run.faults.empty()) return std::nullopt;
  if (world.rank == 0) {
    const workflow::RunFacts facts = workflow::read_run_facts(run.settings, std::nullopt);
    print_file_faults(workflow::advice_of(facts, run.settings), session, "advice");
  }
  return run;
}

/// Resolves a run's folder, one of its checkpoints, or "latest".
engine_api::TrainRequest run_meant(const std::string& text, const TrainOptions& options) {
  fs::path output_dir = "runs";
  if (!options.run_file.empty()) output_dir = run::read_run_file(options.run_file).settings.output_dir;
  engine_api::TrainRequest request{.run = run::find_run(text, output_dir).folder};
  std::error_code error;
  if (text != "latest" && fs::exists(fs::path(text) / "checkpoint.json", error)) request.checkpoint = text;
  return request;
}

/// The run that rank 0 creates and sends to the others. They wait for it, so a fault is sent, too.
template <class Make>
engine_api::TrainRequest made_by_first(launch::WorldSpec& world, const Make& make) try {
  return world.rank == 0 ? make() : engine_api::TrainRequest{};
} catch (const Error& error) {
  if (world.size == 1) throw;
  world.failed = error.fault();
  return {};
}

/// nullopt for a run file with faults, which are printed. Every rank reads the user's input, so that a
/// mistake ends all of them before they wait for each other; only rank 0 creates the run.
/// @param world  receives the error if rank 0 could not create the run
std::optional<engine_api::TrainRequest> request_of(const Session& session, const TrainOptions& options,
                                                   launch::WorldSpec& world) {
  if (!options.resume.empty()) {
    engine_api::TrainRequest request = run_meant(options.resume, options);
    request.extend = options.extend;
    request.fit = options.fit;
    return request;
  }
  if (!options.branch.empty()) {
    const engine_api::TrainRequest from = run_meant(options.branch, options);
    return made_by_first(world, [&] {
      return engine_api::TrainRequest{
          .run = run::branch_run({from.run}, from.checkpoint, options.settings).folder};
    });
  }
  if (options.run_file.empty()) throw CLI::RequiredError("RUN.toml");
  const auto run = checked_run(session, options, world);
  if (!run) return std::nullopt;
  return made_by_first(world, [&] { return workflow::launch_run(*run, options.run_file, world.local_size); });
}

void print_result(const engine_api::TrainResult& result) {
  std::printf("%s: step %lld\n", result.run.c_str(), static_cast<long long>(result.step));
  if (result.result) {
    std::printf("%s\n", result.result->c_str());
  } else {
    std::printf("Paused. To continue: framewright-cli train --resume %s\n", result.run.c_str());
  }
}

int train(const Session& session, const TrainOptions& options) {
  if (options.list_settings) {
    std::cout << run::settings_help();
    return exit_done;
  }
  if (!options.from_flags.empty()) return import_script(session, options.from_flags, options.run_file);
  launch::WorldSpec world = launch::world_from(launch::process_environment());
  // Rank 0 creates or finds the run, sends it to the others, and reports for all.
  std::optional<engine_api::TrainRequest> request;
  try {
    request = request_of(session, options, world);
  } catch (const std::exception&) {
    if (speaks(world)) throw;
  }
  if (!request) return exit_usage;
  request->world = world;
  if (world.rank > 0) return follow_engine_job(job_of(*request, "rank " + std::to_string(world.rank)));
  return run_engine_job(session, job_of(*request, to_utf8(request->run.filename())),
                        text_only(session, &print_result), Commands(options.commands));
}

}  // namespace

void add_train(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("train", "Encode what is not encoded yet, then train a LoRA or a full fine-tune");
  auto options = std::make_shared<TrainOptions>();
  command->add_option("run", options->run_file, "Run file (RUN.toml); --settings lists all settings");
  auto* resume = command->add_option("--resume", options->resume, "latest, a run folder, or a checkpoint");
  auto* branch = command->add_option(
      "--branch", options->branch,
      "Start a new run from the settings and weights of a run or checkpoint; --set changes settings");
  auto* set = command->add_option("--set", options->settings,
                                  "key=value that replaces a setting of the run file; can be repeated");
  command->add_option("--extend", options->extend, "Steps to add to a finished run")->needs(resume);
  command
      ->add_flag(
          "--fit", options->fit,
          "Change memory settings so that the run fits into free memory, without changing what it learns")
      ->needs(resume);
  command->add_flag("--commands", options->commands, "Commands on standard input: {\"verb\": \"pause\"} …");
  resume->excludes(set)->excludes(branch);  // a run's settings are frozen
  command->add_option("--from-flags", options->from_flags,
                      "Convert a launch script or configuration file of another trainer to RUN.toml");
  command->add_flag("--settings", options->list_settings, "Print every setting with its default and meaning");
  command->callback([&session, options] { session.exit_code = train(session, *options); });
}

}  // namespace fw::cli
