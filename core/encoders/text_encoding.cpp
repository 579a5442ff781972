// SPDX-License-Identifier: Apache-2.0
#include "encoders/text_encoding.h"

#include "base/error.h"
#include "memory/checkpointing.h"
#include "nn/load.h"
#include "tensor/dry_run.h"

namespace fw::encoders {

namespace {

/// Locking the pages of an encoder costs as much as copying it so often from where it was loaded.
constexpr size_t many_prompts = 8;
/// The table of relative positions is read before the blocks run.
const std::vector<std::string> always_there{"relative_attention_bias.weight"};

}  // namespace

TextEncoding::TextEncoding(const std::filesystem::path& model_folder, torch::Dtype dtype,
                           torch::Device device, TextEncoderPlace place, size_t prompts,
                           const std::stop_token& stop)
    : device_(place == TextEncoderPlace::cpu ? torch::Device(torch::kCPU) : device) {
  if (!tensor::DryRun::active()) tokenizer_.emplace(text::T5Tokenizer::open(model_folder / "tokenizer"));
  const bool streamed = place == TextEncoderPlace::streamed;
  encoder_ = load_text_encoder(model_folder, dtype, streamed ? torch::Device(torch::kCPU) : device_, stop);
  memory::BlockMemory memory;
  if (streamed) {
    memory::StreamingOptions options;
    options.lists = {"encoder.block"};
    options.streamed_blocks = encoder_->config().num_layers;
    options.host = prompts < many_prompts ? memory::HostWeights::as_loaded : memory::HostWeights::pinned;
    options.always_there = always_there;
    memory.streamer = memory::BlockStreamer::create(*encoder_, device_, options);
  }
  runner_ = memory::run_blocks(std::move(memory), nn::cancelling_runner(stop));
}

torch::Tensor TextEncoding::encode(const std::vector<std::string>& prompts, int64_t max_tokens) {
  if (!tokenizer_) return dry_run_prompts(*encoder_, prompts.size(), max_tokens, device_, runner_);
  return encode_prompts(*encoder_, *tokenizer_, prompts, max_tokens, device_, runner_);
}

std::unique_ptr<T5Encoder> load_text_encoder(const std::filesystem::path& model_folder, torch::Dtype dtype,
                                             torch::Device device, const std::stop_token& stop) {
  return nn::load_component<T5Encoder, T5EncoderConfig>(model_folder / "text_encoder", dtype, device, stop);
}

torch::Tensor encode_prompts(T5Encoder& encoder, const text::T5Tokenizer& tokenizer,
                             const std::vector<std::string>& prompts, int64_t max_tokens,
                             torch::Device device, const nn::BlockRunner& runner) {
  std::vector<int64_t> ids;
  for (const std::string& prompt : prompts) {
    const std::vector<int64_t> row = tokenizer.encode(prompt, max_tokens).ids;
    ids.insert(ids.end(), row.begin(), row.end());
  }
  const auto input =
      torch::tensor(ids, torch::kInt64).view({static_cast<int64_t>(prompts.size()), max_tokens}).to(device);
  return encoder.forward(input, {}, runner);
}

torch::Tensor dry_run_prompts(T5Encoder& encoder, size_t count, int64_t max_tokens, torch::Device device,
                              const nn::BlockRunner& runner) {
  const bool on_host = device.is_cpu() && tensor::DryRun::target() != torch::kCPU;
  const tensor::PlacementScope place(on_host ? tensor::Placement::host : tensor::Placement::device);
  const auto options = torch::TensorOptions(torch::kInt64).device(torch::kMeta);
  return encoder.forward(torch::empty({static_cast<int64_t>(count), max_tokens}, options), {}, runner);
}

}  // namespace fw::encoders
