// SPDX-License-Identifier: Apache-2.0
//
// Peak of live tensor bytes of one LoRA step on the CPU, by the run's memory settings:
//   build/dev/bin/bench_memory_modes [LATENT_FRAMES LATENT_HEIGHT LATENT_WIDTH]
// On the CPU all places are the same memory; tensors are counted where the code would put them with a GPU.

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "adapters/module_match.h"
#include "families/registry.h"
#include "run/run_settings.h"
#include "support/tiny_run.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "training/block_runners.h"
#include "training/run_options.h"
#include "training/trained_weights.h"

namespace fs = std::filesystem;
using namespace fw::training;

namespace {

constexpr int64_t layers = 12, heads = 48;  // of width 16 each

struct Mode {
  const char* name;
  bool checkpointing, offload;
  int64_t streamed;
  bool keep_attention = false;
};

double mib(int64_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

void measure(const fs::path& folder, const Mode& mode, const fw::families::TrainingBatch& batch) {
  fw::run::RunSettings settings;
  settings.family = "cogvideox";
  settings.model_folder = folder.string();
  settings.mixed_precision = "fp32";  // this computer has no fast bf16
  settings.gradient_checkpointing = mode.checkpointing;
  settings.activation_offload = mode.offload;
  settings.streamed_blocks = mode.streamed;
  settings.keep_attention = mode.keep_attention;
  fw::tensor::MemoryCounter memory;
  const auto model = fw::families::load_training_model(settings, load_options(settings, torch::kCPU));
  const auto runner = make_block_runner(settings, *model, torch::kCPU);
  auto generator = at::make_generator<at::CPUGeneratorImpl>(1);
  auto& transformer = model->transformer();
  auto weights = TrainedWeights::of_lora(
      transformer,
      fw::adapters::make_lora(transformer, fw::adapters::match_linears(transformer, {"to_q", "to_k", "to_v"}),
                              16, 16, torch::kCPU, generator));
  const auto draw = model->draw(batch, generator);
  memory.reset_peaks();
  const auto start = std::chrono::steady_clock::now();
  double loss = 0;
  {
    const auto losses = model->losses(batch, draw, runner);
    loss = losses.item<double>();
    losses.mean().backward();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  using fw::tensor::Placement;
  std::printf("| %s | %.1f | %.1f | %.1f | %.1f | %.6f |\n", mode.name,
              mib(memory.peak(Placement::device).total()), mib(memory.peak(Placement::pinned).total()),
              mib(memory.peak(Placement::host).total()), seconds.count(), loss);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const auto size = [&](int i, int64_t fallback) { return count > i ? std::atoll(arguments[i]) : fallback; };
  const fs::path folder = fs::temp_directory_path() / "framewright-bench-memory-modes";
  fw::support::make_tiny_model(folder, {.layers = layers, .heads = heads});
  fw::families::TrainingBatch batch;
  torch::manual_seed(2);
  batch.latents = torch::randn({1, 4, size(1, 7), size(2, 24), size(3, 26)});
  batch.text.embeds = torch::randn({1, 6, 16});
  std::printf("| mode | device MiB | page-locked MiB | host MiB | s | loss |\n|---|---|---|---|---|---|\n");
  for (const Mode& mode : {Mode{"plain", false, false, 0},
                           {"checkpointing", true, false, 0},
                           {"checkpointing, attention kept", true, false, 0, true},
                           {"checkpointing, offload", true, true, 0},
                           {"checkpointing, 6 of 12 streamed", true, false, 6},
                           {"checkpointing, 12 streamed", true, false, 12},
                           {"checkpointing, offload, 12 streamed", true, true, 12}})
    measure(folder, mode, batch);
  fs::remove_all(folder);
  return 0;
}
