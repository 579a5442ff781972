// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "nn/linear.h"

/// Low-rank adaptation (Hu et al. 2021): y = x W^T + scale (x A^T) B^T with a frozen weight W.
namespace fw::adapters {

inline constexpr ErrorCode does_not_fit{
    "adapters.does_not_fit", FW_TEXT("errors", "The LoRA does not fit this model: {problems}."),
    FW_TEXT("errors", "Use it with the model that it was trained on."), Blame::input};

/// The update of one linear layer.
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
  /// Added to whole tensors, by their names in the model: biases and norms of step-distillation LoRAs. Their
  /// scale is the strength alone.
  std::map<std::string, torch::Tensor> changes{};
};

/// A module of a new LoRA.
struct SizedModule {
  std::string path;
  int64_t rank = 1;
  double alpha = 1;
};

/// A new LoRA with PEFT's initialisation: A uniform in +-1/sqrt(in), B zero, so it has no effect yet.
/// @param modules    linear layers of `model`; the numbers drawn depend on their order
/// @param generator  on the CPU: the numbers do not depend on the device
/// @return           float32 on `device`
Lora make_lora(nn::Module& model, const std::vector<SizedModule>& modules, torch::Device device,
               torch::Generator generator);
/// The same with modules of one size.
Lora make_lora(nn::Module& model, const std::vector<std::string>& paths, int64_t rank, double alpha,
               torch::Device device, torch::Generator generator);

/// @throws fw::Error adapters.does_not_fit, which lists every module that the model lacks or whose shape
///   differs
void check_fit(nn::Module& model, const Lora& lora);

/// Adds the LoRA to the model's layers, in addition to those already attached; the weights of layers are not
/// changed or copied. The layers share the tensors with `lora`. Changed whole tensors are replaced by new
/// ones.
/// @param weight  strength: 1 as trained
/// @throws as check_fit; nothing is attached then
void attach(nn::Module& model, const Lora& lora, double weight = 1);

/// Restores a model's LoRAs and tensors at the end of its lifetime to those at its beginning.
class LoraScope {
 public:
  explicit LoraScope(nn::Module& model);
  ~LoraScope();
  LoraScope(const LoraScope&) = delete;
  LoraScope& operator=(const LoraScope&) = delete;

 private:
  std::vector<std::pair<nn::Linear*, size_t>> adapters_;
  std::vector<std::pair<torch::Tensor*, torch::Tensor>> slots_;
};

/// Removes every LoRA from the model's layers; changes of whole tensors stay.
void detach_all(nn::Module& model);

/// The same LoRA on `device` in `dtype`; shares tensors that need no conversion.
Lora to(const Lora& lora, torch::Device device, torch::Dtype dtype);

/// B A times its scale: [out, in] float32.
torch::Tensor weight_change(const LoraModule& module);

}  // namespace fw::adapters
