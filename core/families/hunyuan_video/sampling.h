// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/hunyuan_video/transformer.h"
#include "schedulers/flow_match.h"
#include "tensor/copy_stream.h"

namespace fw::families {

/// Number of valid tokens of each text: the row sums of a mask, [B, L]. In a dry run, all of them.
/// Synchronizes with the GPU if the mask is on one.
std::vector<int64_t> hunyuan_text_lengths(const torch::Tensor& mask);

/// The part of the network's input that depends on the text.
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

/// Sets the rest of the network's input, which changes from step to step, in training and in sampling.
/// @param x          [B, C, F, h, w] float32
/// @param timesteps  [B]
/// @param guidance   to embed
void hunyuan_set_step(HunyuanTransformerInput& input, const torch::Tensor& x, const torch::Tensor& timesteps,
                      double guidance, torch::Dtype dtype);

/// See Family::denoise: the published pipeline, in which classifier-free guidance is a second pass in
/// addition to the embedded guidance. Samples stay in float32 regardless of the network's compute type.
/// SampleHooks::on_step gets [B, C, F, h, w].
torch::Tensor hunyuan_denoise(HunyuanTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                              const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                              const SampleHooks& hooks);

}  // namespace fw::families
