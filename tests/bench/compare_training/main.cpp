// SPDX-License-Identifier: Apache-2.0
//
// This project's side of compare.py:
// bench_compare_training MODEL_FOLDER WHAT THREADS fp32|bf16 DEVICE FRAMES HEIGHT WIDTH [SAMPLES]
// [memory=MIB] (latent sizes; of a window for models that see no more). Trains with the production loop, from
// a run's folder made of random latents, one step for every line on standard input. Prints in
// side_by_side.py's format, with the loss as the number, and at the end the peak and the share of the time
// outside forward, backward and optimizer.

#include <chrono>
#include <ctime>
#include <iostream>
#include <utility>

#include "base/error.h"
#include "catalog/catalog.h"
#include "planner/fit_run.h"
#include "run/run_folder.h"
#include "support/peak_memory.h"
#include "support/random_dataset.h"
#include "tensor/libtorch.h"
#include "training/trainer.h"

namespace {

using namespace fw;
namespace fs = std::filesystem;

/// Replaces the job queue: each step waits for a line, and is measured from there to its last event.
class SteppedContext : public engine_api::JobContext {
 public:
  engine_api::JobId id() const override { return 1; }
  std::stop_token stop() const override { return stop_.get_token(); }
  std::optional<engine_api::Request> take_request() override {
    if (!started_) std::cout << "ready" << std::endl;
    started_ = true;
    std::string line;
    if (!std::getline(std::cin, line)) stop_.request_stop();  // ends the run in its next block
    cpu_start_ = std::clock();
    start_ = std::chrono::steady_clock::now();
    return std::nullopt;
  }
  void publish(engine_api::EventBody event) override {
    if (const auto* metrics = std::get_if<engine_api::Metrics>(&event)) {
      loss_ = engine_api::figure(metrics->values, "loss");
      loop_share_ = engine_api::figure(metrics->values, "loop_share");
      stepped_ = true;
    }
    // The progress that follows a step's metrics; there is one before the step, too.
    if (!std::holds_alternative<Progress>(event) || !std::exchange(stepped_, false)) return;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
    const double cpu_seconds = static_cast<double>(std::clock() - cpu_start_) / CLOCKS_PER_SEC;
    std::cout << seconds.count() << " " << cpu_seconds << " " << loss_ << std::endl;
  }
  double loop_share() const { return loop_share_; }

 private:
  std::stop_source stop_;
  bool started_ = false, stepped_ = false;
  std::clock_t cpu_start_ = 0;
  std::chrono::steady_clock::time_point start_;
  double loss_ = 0, loop_share_ = 0;
};

/// A run of one clip, as `precompute` and `train` would make it.
run::RunPaths make_run(const fs::path& folder, int count, char** arguments) {
  const std::string what = arguments[2], last = arguments[count - 1];
  constexpr std::string_view memory = "memory=";
  const int64_t memory_mib = last.starts_with(memory) ? std::stoll(last.substr(memory.size())) : 0;
  if (memory_mib > 0) --count;
  const bool is_lora = what.starts_with("lora");
  const int64_t height = std::stoll(arguments[7]), width = std::stoll(arguments[8]),
                samples = count > 9 ? std::stoll(arguments[9]) : 1;
  support::make_random_dataset(folder, arguments[1], {std::stoll(arguments[6]), height, width}, samples);
  const catalog::ModelSpec model = catalog::recognise_model({fs::absolute(arguments[1])});
  std::string text =
      "schema = 1\n[data]\ndataset = \"dataset.jsonl\"\ncache = "
      "\"cache\"\n[training]\ntrain_steps = 100000\n[checkpoints]\ncheckpointing_steps = 1000000\n";
  for (const std::string& setting :
       {"model.family=" + model.family, "model.folder=" + fs::absolute(arguments[1]).string(),
        std::string("training.training_type=") + (is_lora ? "lora" : "sft"),
        std::string("memory.kept_blocks=") + (what.ends_with("-kept") ? "1000" : "0"),
        std::string("run.cpu_threads=") + arguments[3],
        std::string("training.mixed_precision=") + arguments[4], std::string("run.device=") + arguments[5],
        "training.batch_size=" + std::to_string(samples), std::string("lr_scheduler.lr_scheduler=constant")})
    text = run::override_in_text(text, setting);
  if (model.latent.window_frames > 0) text = run::override_in_text(text, "training.task=image_to_video");
  if (what == "sft-unclipped") text = run::override_in_text(text, "optimizer.fused_backward=true");
  if (is_lora)
    for (const char* setting : {"lora.rank=16", "lora.lora_alpha=16.0"})
      text = run::override_in_text(text, setting);
  const auto parsed = [&] {
    run::RunFile file = run::parse_run_file(text, folder / "run.toml");
    if (!file.faults.empty()) throw Error(file.faults.front());
    return file;
  };
  if (memory_mib > 0) {
    const planner::PlanRequest request{
        .settings = parsed().settings, .vram_bytes = memory_mib << 20, .card = {}, .with_precompute = false};
    const run::FitVerdict fit = planner::fit_run(request, {}, planner::FitScope::fastest).verdict;
    std::cerr << fit.in_words() << std::endl;
    for (const run::SettingChange& change : fit.changes)
      text = run::override_in_text(text, change.assignment());
  }
  return run::create_run(parsed());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 9 || argc > 11) return 2;
  std::string name = (fs::temp_directory_path() / "fw-compare-training-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) return 2;
  SteppedContext context;
  try {
    training::Trainer(make_run(name, argc, argv), std::nullopt, {}).run(context);
  } catch (const Cancelled&) {
    std::cout << support::peak_resident_bytes() << " loop_share=" << context.loop_share() << std::endl;
  } catch (const Error& error) {
    std::cerr << error.fault().full_message() << std::endl;
  }
  fs::remove_all(name);
}
