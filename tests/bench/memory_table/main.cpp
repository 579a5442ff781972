// SPDX-License-Identifier: Apache-2.0
//
// Device memory of runs, compared with the tables of CogVideoX-Factory (published.csv: diffusers, accelerate,
// bitsandbytes, torchao and DeepSpeed on an A100, GiB reserved by PyTorch):
//   bench_memory_table [published.csv]
// Every row is planned with its own settings, with all blocks streamed, and with everything that saves memory.
// The last two are planned for a card that just fits the training, with which decoding must get by.
// Nothing is measured on a GPU: the plan is a dry run of the real code, and what a dry run cannot show is
// estimated (planner/gpu_specs.cpp).
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "base/error.h"
#include "planner/planner.h"
#include "support/plan_models.h"

namespace {

namespace fs = std::filesystem;
using fw::run::RunSettings;

using Row = std::map<std::string, std::string>;

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) out.push_back(cell);
  return out;
}

std::vector<Row> read_table(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  const auto names = cells(line);
  std::vector<Row> rows;
  while (std::getline(stream, line)) {
    const auto values = cells(line);
    Row row;
    for (size_t i = 0; i < names.size() && i < values.size(); ++i) row[names[i]] = values[i];
    rows.push_back(row);
  }
  return rows;
}

/// 49x480x720 as in the tables; the Python scripts trained in bf16 and validated with one clip.
RunSettings settings_of(const Row& row, const fs::path& model) {
  RunSettings run;
  run.family = "cogvideox";
  run.model_folder = model;
  run.cache = model / "cache";
  run.training_type = *fw::find_choice<fw::run::TrainingType>(row.at("training_type"));
  run.batch_size = std::stoll(row.at("batch_size"));
  run.rank = row.at("rank").empty() ? 64 : std::stoll(row.at("rank"));
  run.gradient_checkpointing = row.at("gradient_checkpointing") == "true";
  run.video_resolution_buckets = {"49x480x720"};
  run.validation_prompts = {"a goat"};
  const std::string& optimizer = row.at("optimizer");
  if (optimizer == "adamw_8bit") run.optimizer = fw::run::OptimizerKind::adamw_8bit;
  if (optimizer == "adamw_offload" || optimizer == "deepspeed") {
    run.optimizer_offload = run.offload_gradients = true;
    run.trained_type = "fp32";
  }
  return run;
}

RunSettings streamed(RunSettings run) {
  run.gradient_checkpointing = true;
  run.streamed_blocks = 1000;
  run.text_encoder = fw::catalog::TextEncoderPlace::streamed;
  return run;
}

RunSettings smallest(RunSettings run) {
  run = streamed(run);
  run.activation_offload = true;
  if (run.training_type == fw::run::TrainingType::sft) run.optimizer_offload = run.offload_gradients = true;
  return run;
}

struct Peaks {
  int64_t training = 0, all = 0, host = 0;
};
/// @param card  bytes of device memory
Peaks plan(const RunSettings& run, int64_t card = int64_t{80} << 30) {
  const auto plan = fw::planner::plan_run({run, card, "A100", /*with_precompute=*/false}, {});
  Peaks peaks;
  for (const auto& phase : plan.phases) {
    if (phase.name == "training") peaks.training = phase.device_bytes();
    peaks.all = std::max(peaks.all, phase.device_bytes());
  }
  peaks.host = plan.host_peak_bytes();
  return peaks;
}
Peaks plan_tightly(const RunSettings& run) {
  return plan(run, plan(run).training);
}

double gib(int64_t bytes) {
  return static_cast<double>(bytes) / (1 << 30);
}

}  // namespace

int main(int argc, char** argv) try {
  const auto rows =
      read_table(argc > 1 ? argv[1] : FW_SOURCE_FOLDER "/tests/bench/memory_table/published.csv");
  char name[] = "/tmp/memory-table-XXXXXX";
  const fs::path folder = ::mkdtemp(name);
  for (const char* model : {"cogvideox-2b", "cogvideox-5b"})
    fw::support::make_published_folder(folder / model, model);
  std::puts(
      "| training | optimizer | model | batch | rank | checkpointing | published | here | published, with "
      "validation | here | streamed | with validation | offloaded too | with validation | host |");
  std::puts("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const Row& row : rows) {
    const RunSettings run = settings_of(row, folder / row.at("model"));
    const Peaks same = plan(run), blocks = plan_tightly(streamed(run)), least = plan_tightly(smallest(run));
    std::printf(
        "| %s | %s | %s | %s | %s | %s | %s | %.1f | %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |\n",
        row.at("training_type").c_str(), row.at("optimizer").c_str(), row.at("model").c_str() + 10,
        row.at("batch_size").c_str(), row.at("rank").c_str(), row.at("gradient_checkpointing").c_str(),
        row.at("before_validation_gb").c_str(), gib(same.training), row.at("after_validation_gb").c_str(),
        gib(same.all), gib(blocks.training), gib(blocks.all), gib(least.training), gib(least.all),
        gib(least.host));
    std::fflush(stdout);
  }
  fs::remove_all(folder);
} catch (const fw::Error& error) {
  std::fprintf(stderr, "%s\n", error.fault().full_message().c_str());
  return 1;
}
