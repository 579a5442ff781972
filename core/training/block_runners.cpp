// SPDX-License-Identifier: Apache-2.0
#include "training/block_runners.h"

#include "memory/checkpointing.h"

namespace fw::training {

nn::BlockRunner make_block_runner(const run::RunSettings& settings, families::TrainingModel& model,
                                  torch::Device device, BlockHooks hooks) {
  memory::BlockMemory memory;
  if (settings.gradient_checkpointing) {
    memory.checkpoint_interval = settings.gradient_checkpointing_interval;
    memory.keep_attention = settings.keep_attention;
    if (settings.activation_offload) memory.activations = std::make_shared<memory::ActivationStore>(device);
  }
  if (settings.streamed_blocks > 0) {
    memory.streamer = memory::BlockStreamer::create(model.transformer(), device,
                                                    {.lists = model.transformer().block_lists(),
                                                     .streamed_blocks = settings.streamed_blocks,
                                                     .warning = hooks.warning});
  }
  if (device.is_cpu() && (memory.activations || memory.streamer) && hooks.warning) {
    hooks.warning(
        "On the CPU there is one memory: memory.streamed_blocks and memory.activation_offload only cost "
        "time.");
  }
  return memory::run_blocks(std::move(memory), std::move(hooks.inner));
}

}  // namespace fw::training
