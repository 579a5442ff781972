// SPDX-License-Identifier: Apache-2.0
#include "encoders/placed_encoder.h"

#include <limits>

#include "memory/checkpointing.h"
#include "tensor/dry_run.h"

namespace fw::encoders {

namespace {

/// Locking an encoder's pages costs as much as copying it this many times from pageable memory.
constexpr size_t many_prompts = 8;

}  // namespace

EncoderRun::EncoderRun(const catalog::ModelSource& model, const catalog::EncoderSpec& spec,
                       TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options)
    : folder_(model.part(spec.part)),
      place_(place),
      prompts_(prompts),
      device_(place == TextEncoderPlace::cpu ? torch::Device(torch::kCPU) : options.device),
      options_(options) {
  options_.device = place == TextEncoderPlace::streamed ? torch::Device(torch::kCPU) : device_;
  if (!tensor::DryRun::active()) tokenizer_ = text::open_tokenizer(model.part(spec.tokenizer));
}

void EncoderRun::place_blocks(nn::Module& encoder, const EncoderBlocks& blocks) {
  memory::BlockMemory memory;
  if (place_ == TextEncoderPlace::streamed) {
    memory::StreamingOptions streaming;
    streaming.lists = {blocks.list};
    streaming.streamed_blocks = std::numeric_limits<int64_t>::max();
    streaming.host = prompts_ < many_prompts ? memory::HostWeights::as_loaded : memory::HostWeights::pinned;
    streaming.always_there = blocks.always_there;
    memory.streamer = memory::BlockStreamer::create(encoder, device_, streaming);
  }
  runner_ = memory::run_blocks(std::move(memory), nn::cancelling_runner(options_.stop));
}

TokenBatch EncoderRun::tokens(const std::vector<std::string>& prompts, int64_t length) const {
  const auto count = static_cast<int64_t>(prompts.size());
  if (!tokenizer_) {
    const bool on_host = device_.is_cpu() && tensor::DryRun::target() != torch::kCPU;
    const tensor::PlacementScope place(on_host ? tensor::Placement::host : tensor::Placement::device);
    const auto ids = torch::empty({count, length}, torch::TensorOptions(torch::kInt64).device(torch::kMeta));
    return {ids, ids};
  }
  std::vector<int64_t> ids, mask;
  for (const std::string& prompt : prompts) {
    const text::TokenIds row = tokenizer_->encode(prompt, length);
    ids.insert(ids.end(), row.ids.begin(), row.ids.end());
    mask.insert(mask.end(), row.mask.begin(), row.mask.end());
  }
  const auto on_device = [&](const std::vector<int64_t>& numbers) {
    return torch::tensor(numbers, torch::kInt64).view({count, length}).to(device_);
  };
  return {on_device(ids), on_device(mask)};
}

}  // namespace fw::encoders
