// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <span>

#include "base/units.h"
#include "cli/job_runner.h"
#include "engine_api/profile.h"

namespace fw::cli {

namespace {

void print_rows(const char* title, std::span<const engine_api::ProfileRow> rows) {
  std::printf("%-48s %10s %7s %8s %12s\n", title, "ms", "share", "calls", "allocates");
  for (const engine_api::ProfileRow& row : rows) {
    std::printf(
        "%-48.48s %10.2f %6.1f%% %8.0f %12s\n", row.what.c_str(), row.milliseconds, 100 * row.share,
        row.calls,
        row.allocated_bytes > 0 ? format_bytes(static_cast<uint64_t>(row.allocated_bytes)).c_str() : "-");
  }
}

void print_report(const engine_api::ProfileReport& report) {
  constexpr size_t most_operators = 15;
  std::printf("A step takes %.1f ms on %s.\n\n", report.step_milliseconds, report.device.c_str());
  print_rows("kind", report.kinds);
  std::printf("\n");
  const std::span operators(report.operators);
  print_rows("operator", operators.first(std::min(most_operators, operators.size())));
  if (!report.trace.empty())
    std::printf("\n%s can be opened with Perfetto or chrome://tracing.\n", report.trace.c_str());
}

}  // namespace

void add_profile(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "profile", "Train some steps and show where their time goes; nothing of them is kept");
  auto request = std::make_shared<engine_api::ProfileRequest>();
  command->add_option("run_file", request->run_file, "run.toml, its dataset encoded")->required();
  command->add_option("--set", request->settings, "KEY=VALUE in place of the run file's; can be repeated");
  command->add_option("--warm-up", request->warm_up, "Steps before those that are measured")
      ->capture_default_str();
  command->add_option("--steps", request->steps, "Steps that are measured")->capture_default_str();
  command->add_option("--trace", request->trace, "Write every operator to this .json, for Perfetto");
  command->add_flag("--overwrite", request->overwrite, "Replace the trace if it exists");
  command->callback([&session, request] {
    session.exit_code =
        run_engine_job(session, job_of(*request, "Profile"), text_only(session, &print_report));
  });
}

}  // namespace fw::cli
