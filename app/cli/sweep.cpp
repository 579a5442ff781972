// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "base/join.h"
#include "base/paths.h"
#include "base/units.h"
#include "cli/job_runner.h"
#include "cli/stop_signals.h"
#include "engine_api/plan.h"
#include "jobs/engine_library.h"
#include "run/run_file.h"
#include "workflow/ranks_job.h"
#include "workflow/sweep.h"
#include "workflow/sweep_table.h"

namespace fw::cli {

namespace {

namespace fs = std::filesystem;

struct SweepOptions {
  std::string file, resume, table;
  std::vector<std::string> over, settings;
  int64_t halving = 0, processes = 1;
  bool forecast = false;
};

/// From a sweep file or a run file, with --over added.
workflow::NewSweep sweep_of(const SweepOptions& options) {
  workflow::NewSweep sweep{.file = options.file, .processes = options.processes};
  if (run::is_sweep_file(run::run_file_text(options.file))) {
    const run::SweepFile file = run::read_sweep_file(options.file);
    sweep.file = file.run_file;
    sweep.axes = file.axes;
    sweep.halving = file.halving;
  }
  for (const std::string& axis : options.over) sweep.axes.push_back(run::parse_sweep_axis(axis));
  if (sweep.axes.empty()) throw CLI::RequiredError("--over, or a sweep file with [[over]]");
  if (options.halving > 0) sweep.halving = options.halving;
  sweep.text = read_run_text(to_utf8(sweep.file), options.settings);
  return sweep;
}

void print_table(const Session& session, const fs::path& folder) {
  const std::vector<workflow::SweepRow> rows = workflow::sweep_table(folder);
  const fs::path report = workflow::write_sweep_report(folder, rows);
  if (session.json) return print_json({{"event", "table"}, {"runs", rows}, {"report", report}});
  std::printf("%s\n%s\n", workflow::sweep_text(rows).c_str(), to_utf8(report).c_str());
}

/// Prints what each run would need; trains nothing. @return the exit code
int forecast(const Session& session, const SweepOptions& options) {
  const workflow::NewSweep sweep = sweep_of(options);
  const std::vector<run::RunFile> files = workflow::sweep_run_files(sweep);
  const std::vector<std::vector<std::string>> settings = run::sweep_settings(sweep.axes);
  int code = exit_done;
  double seconds = 0;
  size_t known = 0;  // runs whose time is known
  for (size_t i = 0; i < files.size() && code != exit_cancelled; ++i) {
    if (!session.json) std::printf("%s\n", join(settings[i], ", ").c_str());
    const engine_api::PlanRequest request{.run_file = fs::absolute(sweep.file), .text = files[i].text};
    const auto on_plan = [&](const engine_api::RunPlan& plan) {
      const run::RunSettings& run = files[i].settings;
      const double step_s = plan.step_times.size() == 1 ? plan.step_times.front().seconds : 0;
      const double own = engine_api::run_seconds(plan, run, run.train_steps, step_s);
      seconds += own;
      if (own > 0) ++known;
      if (!session.json)
        std::printf("  %s of memory, %s\n",
                    format_bytes(static_cast<uint64_t>(plan.device_peak_bytes())).c_str(),
                    own > 0 ? format_duration(own).c_str() : "time known after the first steps");
      return plan.fits().value_or(true) ? exit_done : exit_failed;
    };
    code = std::max(code, run_engine_job(session, job_of(request, join(settings[i], ", ")),
                                         on_result<engine_api::RunPlan>(on_plan)));
  }
  if (!session.json)
    std::printf("%zu runs, %s\n", files.size(),
                known == files.size() ? (format_duration(seconds) + " in all").c_str()
                                      : "time known after the first steps");
  return code;
}

int finish(const Session& session, const workflow::SweepResult& result) {
  if (!session.json) {
    std::printf("%s\n", workflow::sweep_text(workflow::sweep_table(result.sweep)).c_str());
    if (result.best) std::printf("Best run: %s\n", to_utf8(*result.best).c_str());
    std::printf("Page: %s\n", to_utf8(result.report).c_str());
    std::printf("To continue an unfinished sweep: framewright-cli sweep --resume %s\n",
                to_utf8(result.sweep).c_str());
  }
  return result.failed > 0 ? exit_failed : exit_done;
}

int sweep(const Session& session, const SweepOptions& options) {
  if (!options.table.empty()) {
    print_table(session, run::find_sweep(options.table, "runs"));
    return exit_done;
  }
  if (options.resume.empty() && options.file.empty()) throw CLI::RequiredError("SWEEP.toml or RUN.toml");
  if (options.forecast) return forecast(session, options);
  const fs::path folder = options.resume.empty() ? workflow::create_sweep(sweep_of(options))
                                                 : run::find_sweep(options.resume, "runs");
  if (!session.json) std::cerr << to_utf8(folder) << std::endl;
  const auto print = on_result<workflow::SweepResult>(
      [&](const workflow::SweepResult& result) { return finish(session, result); });
  block_stop_signals();
  const auto engine = jobs::open_engine();
  std::vector<engine_api::JobKind> kinds = engine->job_kinds();
  const auto train = std::ranges::find(kinds, engine_api::TrainRequest::kind, &engine_api::JobKind::name);
  return run_job(session,
                 workflow::sweep_kind(
                     workflow::train_kind_with_ranks(std::move(*train), fs::read_symlink("/proc/self/exe"))),
                 job_of(workflow::SweepRequest{folder}, to_utf8(folder.filename())), print);
}

}  // namespace

void add_sweep(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "sweep", "Train one run for each combination of settings, one after the other, and compare them");
  auto options = std::make_shared<SweepOptions>();
  auto* file = command->add_option("file", options->file,
                                   "SWEEP.toml, with [[over]], or the RUN.toml that --over varies");
  command->add_option("--over", options->over, "KEY=VALUE,VALUE: a setting and its values; can be repeated")
      ->allow_extra_args(false);
  command->add_option("--set", options->settings,
                      "KEY=VALUE that replaces a setting of the run file in all runs; can be repeated");
  command
      ->add_option("--halving", options->halving,
                   "Drop runs early by held-out loss: of each round, one run in N trains on")
      ->check(CLI::Range(2, 100));
  command->add_option("--nproc", options->processes, "Processes, one a GPU, that train each run together")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--forecast", options->forecast, "Only print what each run needs");
  auto* resume = command->add_option("--resume", options->resume, "Continue a sweep: latest, or its folder");
  auto* table = command->add_option("--table", options->table,
                                    "Print the results so far of a sweep, latest or its folder, and write "
                                    "table.csv and report.html there");
  resume->excludes(file)->excludes(table);
  table->excludes(file);
  command->callback([&session, options] { session.exit_code = sweep(session, *options); });
}

}  // namespace fw::cli
