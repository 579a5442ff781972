// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>

#include "base/join.h"
#include "cli/job_runner.h"

namespace fw::cli {

namespace {

/// "mean: abs 1.2e-07 rel 3.0e-07 (2 % of the tolerance)"
std::string output_text(const nlohmann::json& output) {
  const std::string name = output.at("name").get<std::string>() + ": ";
  if (output.contains("problem")) return name + output.at("problem").get<std::string>();
  char figures[96];
  std::snprintf(figures, sizeof figures, "abs %.1e rel %.1e (%.3g %% of the tolerance)",
                output.at("max_absolute_error").get<double>(), output.at("max_relative_error").get<double>(),
                100 * output.at("of_tolerance").get<double>());
  return name + figures;
}

void print_case(const nlohmann::json& result) {
  std::string line = join(result.at("outputs"), "; ", output_text);
  if (result.contains("fault")) line = result.at("fault").get<Fault>().full_message();
  std::printf("%-7s %s  %s  %s\n", result.at("status").get<std::string>().c_str(),
              result.at("case").get<std::string>().c_str(), result.at("component").get<std::string>().c_str(),
              line.c_str());
}

int finish(const Session& session, const nlohmann::json& result) {
  const auto count = [&](const char* name) { return result.at(name).get<long long>(); };
  if (!session.json) {
    for (const auto& one : result.at("cases")) print_case(one);
    std::string line =
        std::to_string(count("passed")) + " passed, " + std::to_string(count("failed")) + " failed";
    for (const char* further : {"skipped", "refused"})
      if (count(further) > 0) line += ", " + std::to_string(count(further)) + " " + further;
    std::printf("%s\n", line.c_str());
  }
  if (count("failed") > 0) return exit_failed;
  return count("refused") > 0 ? exit_usage : exit_done;
}

}  // namespace

void add_parity(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "parity",
      "Recompute reference cases and compare with the results of the Python libraries");
  auto cases = std::make_shared<std::vector<std::string>>();
  auto device = std::make_shared<std::string>("cpu");
  auto dtype = std::make_shared<std::string>("fp32");
  command->add_option("CASE", *cases, "Case files (.safetensors)")->required();
  command->add_option("--device", *device, "cpu or cuda:N")->capture_default_str();
  command->add_option("--dtype", *dtype, "fp32, or bf16 with a tolerance of twice the reference's own difference")
      ->check(CLI::IsMember({"fp32", "bf16"}))
      ->capture_default_str();
  command->callback([&session, cases, device, dtype] {
    const nlohmann::json params{{"cases", *cases}, {"device", *device}, {"dtype", *dtype}};
    session.exit_code =
        run_engine_job(session, {"parity", "Parity", params},
                       [&session](const nlohmann::json& result) { return finish(session, result); });
  });
}

}  // namespace fw::cli
