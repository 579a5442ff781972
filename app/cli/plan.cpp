// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "base/atomic_file.h"
#include "base/join.h"
#include "base/units.h"
#include "cli/job_runner.h"
#include "run/run_file.h"

namespace fw::cli {

namespace {

using nlohmann::json;

struct Options {
  std::string run_file, card, write;
  std::vector<std::string> settings;
  uint64_t vram_bytes = 0;
  bool fit = false, overwrite = false;
};

std::string bytes_text(const json& bytes) {
  return format_bytes(bytes.get<uint64_t>());
}

/// "weights 10.4 GiB, activations 5.1 GiB, …", the largest first.
std::string parts_text(const json& parts) {
  std::vector<std::pair<uint64_t, std::string>> sorted;
  for (const auto& [name, bytes] : parts.items()) sorted.emplace_back(bytes.get<uint64_t>(), name);
  std::sort(sorted.rbegin(), sorted.rend());
  std::string text;
  for (const auto& [bytes, name] : sorted) append_item(text, name + " " + format_bytes(bytes));
  return text;
}

void print_phases(const json& plan) {
  const bool on_cpu = plan.at("device") == "cpu";
  std::printf("%-11s %11s %11s %11s  %s\n", "phase", on_cpu ? "memory" : "device", on_cpu ? "" : "host",
              on_cpu ? "" : "pinned", "of which");
  for (const json& phase : plan.at("phases")) {
    const auto overhead = phase.at("overhead_bytes").get<uint64_t>();
    json parts = phase.at("device").at("parts");
    if (overhead > 0) parts["overhead"] = overhead;
    const uint64_t device = on_cpu ? phase.at("all_places_bytes").get<uint64_t>()
                                   : phase.at("device").at("bytes").get<uint64_t>() + overhead;
    std::printf("%-11s %11s %11s %11s  %s\n", phase.at("name").get<std::string>().c_str(),
                format_bytes(device).c_str(), on_cpu ? "" : bytes_text(phase.at("host").at("bytes")).c_str(),
                on_cpu ? "" : bytes_text(phase.at("pinned").at("bytes")).c_str(), parts_text(parts).c_str());
  }
}

void print_fit(const json& plan) {
  const auto limit = plan.at("device_limit_bytes").get<uint64_t>();
  const std::string peak = bytes_text(plan.at("device_peak_bytes"));
  const char* kind = plan.at("limit_given").get<bool>() ? "given" : "free now";
  if (plan.at("fits").is_null()) {
    std::printf("\nPeak: %s. This computer has no such device; give its memory with --vram.\n", peak.c_str());
  } else {
    std::printf("\nPeak: %s of %s %s: %s.\n", peak.c_str(), format_bytes(limit).c_str(), kind,
                plan.at("fits").get<bool>() ? "it fits" : "IT DOES NOT FIT");
  }
  if (plan.at("device") != "cpu") {
    std::printf("Host memory: %s of %s free.\n", bytes_text(plan.at("host_peak_bytes")).c_str(),
                bytes_text(plan.at("host_free_bytes")).c_str());
    if (!plan.at("overhead_measured").get<bool>())
      std::printf("Overhead (CUDA, libraries, fragmentation) is estimated; everything else comes from a rehearsal.\n");
  }
}

void print_plan(const json& plan) {
  std::printf("%s, clips of %s, %lld trained parameters\n\n", plan.at("device").get<std::string>().c_str(),
              plan.at("size").get<std::string>().c_str(), plan.at("trained_parameters").get<long long>());
  print_phases(plan);
  print_fit(plan);
  if (plan.at("samples").get<int64_t>() > 0) {
    std::printf("Cache: %s for %lld samples, %s free on its disk.\n",
                bytes_text(plan.at("cache_bytes")).c_str(), plan.at("samples").get<long long>(),
                bytes_text(plan.at("cache_free_bytes")).c_str());
  }
  for (const json& time : plan.at("step_times")) {
    std::printf("%-12s %8.2f s per step%s\n", time.at("card").get<std::string>().c_str(),
                time.at("seconds").get<double>(),
                time.at("efficiency_measured").get<bool>() ? "" : " (efficiency of a related card)");
  }
  std::printf("Planned in %.2f s.\n", plan.at("planning_seconds").get<double>());
}

void print_result(const json& result) {
  if (!result.contains("changes")) return print_plan(result);
  std::printf("%s\n", result.at("words").get<std::string>().c_str());
  for (const json& change : result.at("changes"))
    std::printf("  %s = %s\n", change.at("key").get<std::string>().c_str(),
                change.at("value").get<std::string>().c_str());
  std::printf("\n");
  print_plan(result.at("plan"));
}

int plan(const Session& session, const Options& options) {
  if (!options.write.empty() && !options.overwrite) refuse_existing(options.write);
  std::string text = read_run_text(options.run_file, options.settings);
  const json params = {{"run_file", std::filesystem::absolute(options.run_file).string()},
                       {"text", text},
                       {"vram_bytes", options.vram_bytes},
                       {"card", options.card},
                       {"fit", options.fit}};
  const auto on_result = [&](const json& result) {
    if (!session.json) print_result(result);
    if (!options.write.empty()) {
      for (const json& change : result.at("changes"))
        text = run::override_in_text(
            text, change.at("key").get<std::string>() + "=" + change.at("value").get<std::string>());
      write_file_atomically(options.write, text, options.overwrite ? Existing::replace : Existing::refuse);
    }
    return result.at("fits") == false ? exit_failed : exit_done;
  };
  return run_engine_job(session, {"plan", options.run_file, params}, on_result);
}

}  // namespace

void add_plan(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "plan", "Estimate a run's memory, time and disk space without starting it; exit code 1 if it does not fit");
  auto options = std::make_shared<Options>();
  command->add_option("run", options->run_file, "RUN.toml")->required();
  command->add_option("--set", options->settings, "KEY=VALUE that replaces a setting of the run file; can be repeated");
  command->add_option("--vram", options->vram_bytes, "Memory of the card to plan for, such as 24GiB")
      ->transform(CLI::AsSizeValue(/*kb_is_1000=*/false));
  command->add_option("--card", options->card,
                      "Card to estimate the step time for, such as \"RTX 4090\"");
  auto* fit = command->add_flag("--fit", options->fit,
                                "Find the fastest settings that fit into memory");
  command->add_option("--write", options->write, "Write the run file with these settings")->needs(fit);
  add_overwrite(*command, options->overwrite);
  command->callback([&session, options] { session.exit_code = plan(session, *options); });
}

}  // namespace fw::cli
