// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/hunyuan_video/transformer.h"
#include "schedulers/flow_match.h"

namespace fw::families {

/// How many tokens of each text count: the row sums of a mask, [B, L]. In a dry run all of them. Waits for a
/// GPU where the mask is there.
std::vector<int64_t> hunyuan_text_lengths(const torch::Tensor& mask);

/// See Family::denoise: the published pipeline, which takes classifier-free guidance as a second pass beside
/// the guidance that is embedded. Samples stay in float32 whatever the network computes in.
/// SampleHooks::on_step gets [B, C, F, h, w].
torch::Tensor hunyuan_denoise(HunyuanTransformer& transformer, const schedulers::FlowMatchConfig& scheduler,
                              const catalog::ModelSpec& spec, const SampleInput& input, torch::Dtype dtype,
                              const SampleHooks& hooks);

}  // namespace fw::families
