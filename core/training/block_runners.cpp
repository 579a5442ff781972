// SPDX-License-Identifier: Apache-2.0
#include "training/block_runners.h"

#include "training/run_options.h"

namespace fw::training {

memory::BlockMemory make_block_memory(const run::RunSettings& settings, families::TrainingModel& model,
                                      torch::Device device, const BlockHooks& hooks,
                                      const distributed::World& world) {
  memory::BlockMemory memory;
  if (settings.gradient_checkpointing) {
    memory.checkpoint_interval = settings.gradient_checkpointing_interval;
    // The last blocks: the backward pass has freed their activations before it reaches a block to recompute.
    memory.first_kept = model.transformer().block_count() - settings.kept_blocks;
    memory.keep_attention = settings.keep_attention;
    if (settings.activation_offload) memory.activations = std::make_shared<memory::ActivationStore>(device);
  }
  const bool shared = shares_blocks(settings, world);
  const bool only_read = settings.training_type == run::TrainingType::lora && !shared && !device.is_meta();
  if (settings.streamed_blocks > 0 || shared) {
    memory.streamer = memory::BlockStreamer::create(model.transformer(), device,
                                                    {.lists = model.transformer().block_lists(),
                                                     .streamed_blocks = settings.streamed_blocks,
                                                     .ranks = shared ? world.ranks : nullptr,
                                                     .readers = only_read ? world.ranks : nullptr,
                                                     .warning = hooks.warning});
  }
  const bool streamed = memory.activations || settings.streamed_blocks > 0;
  if (device.is_cpu() && streamed && hooks.warning) {
    hooks.warning(
        "On the CPU there is one memory: memory.streamed_blocks and memory.activation_offload only cost "
        "time.");
  }
  return memory;
}

nn::BlockRunner make_block_runner(const run::RunSettings& settings, families::TrainingModel& model,
                                  torch::Device device, BlockHooks hooks) {
  return memory::run_blocks(make_block_memory(settings, model, device, hooks, {}), std::move(hooks.inner));
}

}  // namespace fw::training
