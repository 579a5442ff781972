// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/hunyuan_video/transformer.h"
#include "schedulers/flow_match.h"
#include "tensor/copy_stream.h"

namespace fw::families {

/// How many tokens of each text count: the row sums of a mask, [B, L]. In a dry run all of them. Waits for a
/// GPU where the mask is there.
std::vector<int64_t> hunyuan_text_lengths(const torch::Tensor& mask);

/// What of the network's input is one text's.
/// @tparam Input  HunyuanTransformerInput, or what is built on it
template <class Input = HunyuanTransformerInput>
Input hunyuan_input_of(const encoders::TextCondition& text, torch::Device device, torch::Dtype dtype) {
  Input input;
  input.encoder_hidden_states = tensor::upload(text.embeds.to(dtype), device);
  input.encoder_attention_mask = tensor::upload(text.mask, device);
  input.text_lengths = hunyuan_text_lengths(text.mask);
  input.pooled_projections = tensor::upload(text.pooled.to(dtype), device);
  return input;
}

/// The rest of the network's input, in training as in sampling: what changes from step to step.
/// @param x          [B, C, F, h, w] float32
/// @param timesteps  [B]
/// @param guidance   that is embedded
void hunyuan_set_step(HunyuanTransformerInput& input, const torch::Tensor& x, const torch::Tensor& timesteps,
                      double guidance, torch::Dtype dtype);

/// See Family::denoise: the published pipeline, which takes classifier-free guidance as a second pass beside
/// the guidance that is embedded. Samples stay in float32 whatever the network computes in.
/// SampleHooks::on_step gets [B, C, F, h, w].
torch::Tensor hunyuan_denoise(HunyuanTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                              const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                              const SampleHooks& hooks);

}  // namespace fw::families
