// SPDX-License-Identifier: Apache-2.0
#include "support/plan_accuracy.h"

#include <fstream>

#include "engine/train_job.h"
#include "planner/dry_run.h"
#include "planner/planner.h"
#include "run/run_folder.h"
#include "support/peak_memory.h"
#include "support/quiet_context.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"

namespace fw::support {

namespace {

namespace fs = std::filesystem;

int64_t resident_now() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6)) * 1024;
  return 0;
}

/// Resets the kernel's peak of resident memory to the current value.
void reset_peak_resident() {
  std::ofstream("/proc/self/clear_refs") << 5;
}

inference::PipelineOptions pipeline_options(const fs::path& folder) {
  inference::PipelineOptions options;
  options.model = {folder / "model"};
  options.offload = inference::Offload::model;
  return options;
}

inference::VideoRequest request_of(const PlanCase& each) {
  inference::VideoRequest request;
  request.prompt = "a boat";
  request.size = each.size;
  request.steps = 3;
  return request;
}

int64_t planned_bytes(const PlanCase& each, const fs::path& folder) {
  if (each.generation) {
    return planner::dry_run_generation(pipeline_options(folder), request_of(each), {torch::kCPU, {}}, {})
        .phase.all_places_bytes;
  }
  planner::PlanRequest request{run::read_run_file(folder / "run.toml").settings, std::nullopt, ""};
  int64_t most = 0;
  for (const planner::PhasePlan& phase : planner::plan_run(request, {}).phases) {
    const bool in_run = phase.name == "training" || phase.name == "validation";
    if (in_run) most = std::max(most, phase.all_places_bytes);
  }
  return most;
}

void run_case(const PlanCase& each, const fs::path& folder) {
  if (each.generation) {
    inference::VideoPipeline(pipeline_options(folder), {}).generate(request_of(each), {});
    return;
  }
  const run::RunPaths run = run::create_run(run::read_run_file(folder / "run.toml"));
  QuietContext context;
  engine::run_train({.run = run.folder}, context);
}

const std::vector<std::string> lora{"lora.rank=16", "lora.lora_alpha=16.0"};

std::vector<std::string> with(std::vector<std::string> settings, const std::vector<std::string>& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

}  // namespace

const std::vector<PlanCase>& plan_cases() {
  const SmallModel tiny{2, 2, 32}, mid{6, 8, 32};
  const catalog::Bucket small{9, 64, 96}, large{17, 192, 288}, clip{9, 128, 192};
  const std::string plain = "training.gradient_checkpointing=false", full = "training.training_type=sft";
  const std::vector<std::string> prompts{"validation.validation_prompts=[\"a boat\"]",
                                         "validation.num_inference_steps=3"};
  static const std::vector<PlanCase> all{
      {"tiny LoRA", tiny, small, with(lora, {plain})},
      {"tiny full, EMA", tiny, small, {full, plain, "ema.ema_decay=0.99"}},
      {"tiny LoRA, dropout", tiny, small, with(lora, {plain, "lora.lora_dropout=0.1"})},
      {"tiny DoRA", tiny, small, with(lora, {plain, "lora.kind=dora"})},
      {"tiny LoHa, checkpointing", tiny, small, with(lora, {"lora.kind=loha"})},
      {"tiny LoKr", tiny, small, with(lora, {plain, "lora.kind=lokr", "lora.lora_dropout=0.1"})},
      {"LoRA", mid, large, with(lora, {plain})},
      {"LoRA, checkpointing", mid, large, lora},
      {"LoRA, every second block, batch 2", mid, large,
       with(lora, {"training.gradient_checkpointing_interval=2", "training.batch_size=2"})},
      {"LoRA, attention kept", mid, large, with(lora, {"memory.keep_attention=true"})},
      {"LoRA, half of the blocks kept", mid, large, with(lora, {"memory.kept_blocks=3"})},
      {"full, checkpointing", mid, large, {full}},
      {"full, accumulation 2, EMA",
       mid,
       large,
       {full, "training.gradient_accumulation_steps=2", "ema.ema_decay=0.99"}},
      {"LoRA, streamed, activations offloaded", mid, large,
       with(lora, {"memory.streamed_blocks=4", "memory.activation_offload=true"})},
      {"full, 8 bits, streamed",
       mid,
       large,
       {full, "optimizer.optimizer=adamw_8bit", "memory.streamed_blocks=6"}},
      {"full, optimizer and gradients on the host",
       mid,
       large,
       {full, "optimizer.offload=true", "optimizer.offload_gradients=true"}},
      {"LoRA, validation", mid, clip, with(with(lora, prompts), {"validation.enable_tiling=false"})},
      {"LoRA, validation, tiles", mid, {9, 384, 480}, with(lora, prompts)},
      {"generation", mid, large, {}, true},
  };
  return all;
}

void make_plan_case(const PlanCase& each, const fs::path& folder) {
  fs::create_directories(folder);
  make_small_model(folder / "model", each.model);
  make_small_run(folder, each.size, each.settings);
}

PlanAccuracy measure_plan_case(const PlanCase& each, const fs::path& folder) {
  PlanAccuracy result;
  result.planned_bytes = planned_bytes(each, folder);
  reset_peak_resident();
  const int64_t baseline = resident_now();
  const tensor::MemoryCounter counter;
  run_case(each, folder);
  result.live_bytes = counter.peak_of_all().total();
  result.resident_bytes = peak_resident_bytes() - baseline;
  return result;
}

}  // namespace fw::support
