// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/join.h"
#include "cli/job_runner.h"
#include "engine_api/results.h"

namespace fw::cli {

namespace {

using engine_api::CaseStatus;

/// "mean: abs 1.2e-07 rel 3.0e-07 (2 % of the tolerance)"
std::string output_text(const engine_api::OutputResult& output) {
  const std::string name = output.name + ": ";
  if (!output.problem.empty()) return name + output.problem;
  char figures[96];
  std::snprintf(figures, sizeof figures, "abs %.1e rel %.1e (%.3g %% of the tolerance)", output.absolute,
                output.relative, 100 * output.tolerance);
  return name + figures;
}

void print_case(const engine_api::CaseResult& result) {
  std::string line = join(result.outputs, "; ", output_text);
  if (result.fault) line = result.fault->full_message();
  std::printf("%-7s %s  %s  %s\n", name_of(result.status).data(), result.path.c_str(),
              result.component.c_str(), line.c_str());
}

int finish(const Session& session, const engine_api::ParityReport& report) {
  const auto count = [&](CaseStatus status) {
    return std::to_string(report.count(status)) + " " + std::string(name_of(status));
  };
  if (!session.json) {
    for (const auto& one : report.cases) print_case(one);
    std::string line = count(CaseStatus::passed) + ", " + count(CaseStatus::failed);
    for (const CaseStatus further : {CaseStatus::skipped, CaseStatus::refused})
      if (report.count(further) > 0) line += ", " + count(further);
    std::printf("%s\n", line.c_str());
  }
  if (report.count(CaseStatus::failed) > 0) return exit_failed;
  return report.count(CaseStatus::refused) > 0 ? exit_usage : exit_done;
}

}  // namespace

void add_parity(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "parity", "Recompute reference cases and compare with the results of the Python libraries");
  auto request = std::make_shared<engine_api::ParityRequest>();
  command->add_option("CASE", request->cases, "Case files (.safetensors)")->required();
  command->add_option("--device", request->device, "cpu or cuda:N")->capture_default_str();
  add_choice(*command, "--dtype", request->dtype,
             "fp32, or bf16 with a tolerance of twice the reference's own difference")
      ->check(CLI::IsMember({"fp32", "bf16"}))
      ->default_str("fp32");
  command->callback([&session, request] {
    session.exit_code = run_engine_job(session, job_of(*request, "Parity"),
                                       on_result<engine_api::ParityReport>([&session](const auto& report) {
                                         return finish(session, report);
                                       }));
  });
}

}  // namespace fw::cli
