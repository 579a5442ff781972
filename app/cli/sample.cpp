// SPDX-License-Identifier: Apache-2.0
#include "quickstart/phases.h"

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/paths.h"
#include "cli/dataset.h"
#include "quickstart/project.h"

namespace fw::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct SampleOptions {
  std::string folder, model, clips, settings, device = "auto";
  int64_t steps = 0;
};

fs::path given_or_ours(const std::string& given, const char* ours) {
  return given.empty() ? quickstart::quickstart_resources() / ours : fs::absolute(given);
}

quickstart::QuickstartOptions sample_options(const SampleOptions& options) {
  quickstart::QuickstartOptions sample;
  sample.model = given_or_ours(options.model, "model");
  sample.settings = given_or_ours(options.settings, "run.toml");
  sample.clips = given_or_ours(options.clips, "clips");
  sample.folder = options.folder.empty() ? quickstart::default_quickstart_folder(sample.clips, sample.model)
                                         : fs::absolute(options.folder);
  if (options.clips.empty()) sample.held_out = given_or_ours("", "held-out");
  // There is no prior for other models.
  if (options.model.empty()) sample.prior = given_or_ours("", "prior");
  sample.device = options.device;
  sample.steps = options.steps;
  return sample;
}

int run_phase(const Session& session, const quickstart::QuickstartPhase& phase) {
  engine_api::JobSpec spec = phase.job();
  if (!session.json) std::fprintf(stderr, "== %s\n", phase.name.c_str());
  const auto keep = [&](const json& result) {
    phase.keep(result);
    return static_cast<int>(exit_done);
  };
  for (engine_api::JobKind& kind : quickstart::quickstart_job_kinds())
    if (kind.name == spec.kind) return run_job(session, std::move(kind), std::move(spec), keep);
  if (spec.kind != workflow::ImportRequest::kind) return run_engine_job(session, std::move(spec), keep);
  make_project_if_missing(spec.params.get<workflow::ImportRequest>().project);
  const auto finish = [&](const project::ImportReport& report) {
    phase.keep(report);
    if (!session.json) {
      print_row_faults("not imported", report.faults);
      print_row_faults("warning", report.warnings);
    }
    return exit_of(report);
  };
  return run_dataset_job(session, std::move(spec), on_result<project::ImportReport>(finish));
}

void print_findings(const quickstart::Findings& found, const fs::path& folder) {
  const double before = found.loss_before.mean, after = found.loss_after.mean;
  const auto& [distance, clips_before, clips_after, held_out, sheet] = found.comparison;
  std::printf("\nLoss on held-out clips: %.4f before, %.4f after (%+.1f %%)\n", before, after,
              (after / before - 1) * 100);
  std::printf(
      "Distance of generated clips from held-out ones: %.3f before, %.3f after; %.3f for the mean training "
      "clip\n",
      distance.before, distance.after, distance.mean_clip);
  for (const auto& clip : clips_after) std::printf("  %s  %s\n", clip.file.c_str(), clip.prompt.c_str());
  if (sheet) std::printf("Contact sheet (before, after, held out): %s\n", sheet->c_str());
  const size_t left_out = found.import.faults.size() + found.clips.left_out.size();
  if (left_out > 0) std::printf("%zu of your clips were left out; they are named above.\n", left_out);
  if (found.train.result) std::printf("Result: %s\n", found.train.result->c_str());
  std::printf("Everything is in %s\n", to_utf8(folder).c_str());
}

int run_sample(const Session& session, const SampleOptions& options) {
  const quickstart::QuickstartOptions sample = sample_options(options);
  quickstart::claim_quickstart_folder(sample);
  std::vector<std::pair<std::string, double>> times;
  for (const quickstart::QuickstartPhase& phase : quickstart::quickstart_phases(sample)) {
    const auto start = std::chrono::steady_clock::now();
    if (const int code = run_phase(session, phase); code != exit_done) return code;
    times.emplace_back(phase.name,
                       std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  const quickstart::Findings found =
      quickstart::read_findings(sample.folder).value_or(quickstart::Findings());
  if (session.json) {
    json seconds = json::object();
    for (const auto& [name, took] : times) seconds[name] = took;
    print_json({{"event", "sample"}, {"findings", found}, {"seconds", seconds}});
    return exit_done;
  }
  print_findings(found, sample.folder);
  for (const auto& [name, took] : times) std::printf("%7.1f s  %s\n", took, name.c_str());
  return exit_done;
}

}  // namespace

void add_sample(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("sample",
                                         "Do the whole job on a few clips: import, plan, LoRA training, "
                                         "clips before and after; continues after an interruption");
  auto options = std::make_shared<SampleOptions>();
  command->add_option("--clips", options->clips,
                      "Your videos with captions (clip.txt beside clip.mp4, or a list)");
  command->add_option("--folder", options->folder, "Output folder (default: in your data folder)");
  command->add_option("--model", options->model, "Model folder (default: the sample model)");
  command->add_option("--settings", options->settings, "Run file without paths (default: the sample's)");
  command->add_option("--device", options->device, "auto, cpu or cuda:N")->capture_default_str();
  command->add_option("--steps", options->steps, "Training steps")->check(CLI::PositiveNumber);
  command->callback([&session, options] { session.exit_code = run_sample(session, *options); });
}

}  // namespace fw::cli
