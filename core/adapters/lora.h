// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "nn/module.h"

/// Low-rank adaptation (Hu et al. 2021): y = x W^T + scale (x A^T) B^T beside a weight W that stays as it is.
namespace fw::adapters {

inline constexpr ErrorCode does_not_fit{
    "adapters.does_not_fit", FW_TEXT("errors", "The LoRA does not fit this model: {problems}."),
    FW_TEXT("errors", "Use it with the model that it was trained on."), Blame::input};

/// The change of one linear layer.
struct LoraModule {
  torch::Tensor A;  ///< [rank, in]
  torch::Tensor B;  ///< [out, rank]
  double alpha = 1;

  int64_t rank() const { return A.size(0); }
  double scale() const { return alpha / static_cast<double>(rank()); }
};

/// A LoRA: its modules by their path in the model ("transformer_blocks.0.attn1.to_q").
struct Lora {
  std::map<std::string, LoraModule> modules;
};

/// A new LoRA as PEFT initialises it: A uniform in +-1/sqrt(in), B zero, so that it changes nothing yet.
/// @param paths      of linear layers of `model`
/// @param generator  of the CPU: the numbers do not depend on the device
/// @return           float32 on `device`
Lora make_lora(nn::Module& model, const std::vector<std::string>& paths, int64_t rank, double alpha,
               torch::Device device, torch::Generator generator);

/// @throws fw::Error adapters.does_not_fit, which lists every module that the model lacks or that has another
///   shape
void check_fit(nn::Module& model, const Lora& lora);

/// Lets the model's layers compute with the LoRA on top of those that they have; no weight is touched or
/// copied. The layers share the tensors with `lora`.
/// @param weight  strength: 1 as trained
/// @throws as check_fit; then nothing is attached
void attach(nn::Module& model, const Lora& lora, double weight = 1);

/// Takes every LoRA off the model.
void detach_all(nn::Module& model);

/// The same LoRA on `device` in `dtype`; tensors that are there already are shared.
Lora to(const Lora& lora, torch::Device device, torch::Dtype dtype);

/// B A times its scale: [out, in] float32.
torch::Tensor weight_change(const LoraModule& module);

}  // namespace fw::adapters
