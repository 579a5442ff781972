// SPDX-License-Identifier: Apache-2.0
#include "encoders/t5_text_encoders.h"

#include "memory/checkpointing.h"
#include "tensor/dry_run.h"

namespace fw::encoders {

namespace {

/// Locking the pages of an encoder costs as much as copying it so often from where it was loaded.
constexpr size_t many_prompts = 8;
/// The table of relative positions is read before the blocks run.
const std::vector<std::string> always_there{"relative_attention_bias.weight"};

}  // namespace

T5TextEncoders::T5TextEncoders(const catalog::ModelSource& model, const catalog::EncoderSpec& spec,
                               TextEncoderPlace place, size_t prompts, nn::ComponentOptions options,
                               TextMask mask)
    : device_(place == TextEncoderPlace::cpu ? torch::Device(torch::kCPU) : options.device),
      token_limit_(spec.token_limit),
      mask_(mask) {
  if (!tensor::DryRun::active()) tokenizer_.emplace(text::T5Tokenizer::open(model.part(spec.tokenizer)));
  const bool streamed = place == TextEncoderPlace::streamed;
  options.device = streamed ? torch::Device(torch::kCPU) : device_;
  encoder_ = nn::load_component<T5Encoder, T5EncoderConfig>(model.part(spec.part), options);
  memory::BlockMemory memory;
  if (streamed) {
    memory::StreamingOptions streaming;
    streaming.lists = {"encoder.block"};
    streaming.streamed_blocks = encoder_->config().num_layers;
    streaming.host = prompts < many_prompts ? memory::HostWeights::as_loaded : memory::HostWeights::pinned;
    streaming.always_there = always_there;
    memory.streamer = memory::BlockStreamer::create(*encoder_, device_, streaming);
  }
  runner_ = memory::run_blocks(std::move(memory), nn::cancelling_runner(options.stop));
}

TextCondition T5TextEncoders::condition(const torch::Tensor& ids, const torch::Tensor& mask) {
  return {.embeds = encoder_->forward(ids, mask_ >= TextMask::attended ? mask : torch::Tensor(), runner_),
          .mask = mask_ >= TextMask::tokens ? mask : torch::Tensor()};
}

TextCondition T5TextEncoders::encode(const std::vector<std::string>& prompts) {
  const auto count = static_cast<int64_t>(prompts.size());
  if (!tokenizer_) {
    const bool on_host = device_.is_cpu() && tensor::DryRun::target() != torch::kCPU;
    const tensor::PlacementScope place(on_host ? tensor::Placement::host : tensor::Placement::device);
    const auto ids =
        torch::empty({count, token_limit_}, torch::TensorOptions(torch::kInt64).device(torch::kMeta));
    return condition(ids, ids);
  }
  std::vector<int64_t> ids, mask;
  for (const std::string& prompt : prompts) {
    text::TokenIds row = tokenizer_->encode(prompt, token_limit_);
    if (prompt.empty() && mask_ == TextMask::attended_unless_empty)
      row.ids = row.mask = std::vector<int64_t>(row.ids.size());
    ids.insert(ids.end(), row.ids.begin(), row.ids.end());
    mask.insert(mask.end(), row.mask.begin(), row.mask.end());
  }
  const auto on_device = [&](const std::vector<int64_t>& numbers) {
    return torch::tensor(numbers, torch::kInt64).view({count, token_limit_}).to(device_);
  };
  return condition(on_device(ids), on_device(mask));
}

torch::Tensor last_hidden_state(const std::filesystem::path& folder, const torch::Tensor& input_ids,
                                const torch::Tensor& attention_mask, const nn::ComponentOptions& options) {
  const torch::NoGradGuard no_grad;
  return nn::load_component<T5Encoder, T5EncoderConfig>(folder, options)->forward(input_ids, attention_mask);
}

}  // namespace fw::encoders
