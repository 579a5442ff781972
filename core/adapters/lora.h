// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "adapters/form.h"
#include "base/error.h"
#include "nn/linear.h"

/// Adapters of a model's linear layers: LoRA (Hu et al. 2021), y = x W^T + scale (x A^T) B^T with a frozen
/// weight W, and its kin, whose change of W has another form (form.h) or whose rows have lengths of their own
/// (DoRA). All of them are called LoRA here, as in the programs that use their files.
namespace fw::adapters {

inline constexpr ErrorCode does_not_fit{
    "adapters.does_not_fit", FW_TEXT("errors", "The LoRA does not fit this model: {problems}."),
    FW_TEXT("errors", "Use it with the model that it was trained on."), Blame::input};

/// The update of one linear layer.
struct LoraModule {
  torch::Tensor A = {};  ///< [rank, in]
  torch::Tensor B = {};  ///< [out, rank]
  double alpha = 1;
  const Form* form = nullptr;  ///< of another kind than LoRA: its tensors are `others` instead of A and B
  AdapterParts others = {};
  torch::Tensor magnitude = {};  ///< DoRA: [out], lengths of the changed weight's rows

  bool is_plain() const { return form == nullptr && !magnitude.defined(); }
  const Form& its_form() const { return form != nullptr ? *form : lora_form(); }
  /// Its form's tensors, also A and B, by their names in files.
  AdapterParts parts() const;
  void set_parts(AdapterParts parts);
  /// Those and the magnitude, for moving them: "lora_A.weight", "hada_w1_a", "lora_magnitude_vector".
  std::vector<std::pair<std::string, torch::Tensor*>> tensors();
  WeightSize size() const { return its_form().size(parts()); }
  int64_t rank() const { return form == nullptr ? A.size(0) : form->rank(others); }
  double scale() const { return rank() > 0 ? alpha / static_cast<double>(rank()) : 1; }
  /// "LoRA", "DoRA", "LoHa", "LoHa with DoRA".
  std::string kind_text() const;
};
inline constexpr const char* magnitude_name = "lora_magnitude_vector";

/// A LoRA: its modules by their path in the model ("transformer_blocks.0.attn1.to_q").
struct Lora {
  std::map<std::string, LoraModule> modules;
  /// Added to whole tensors, by their names in the model: biases and norms of step-distillation LoRAs. Their
  /// scale is the strength alone.
  std::map<std::string, torch::Tensor> changes{};
  /// Set while a run trains it; see nn::Dropout.
  std::shared_ptr<nn::Dropout> dropout{};
};

/// A module of a new LoRA.
struct SizedModule {
  std::string path;
  int64_t rank = 1;
  double alpha = 1;
};

/// Options of a new LoRA.
struct NewKind {
  std::string_view name = "lora";  ///< of kinds.h
  FormOptions options = {};
};

/// A new LoRA with the published package's initialisation, without any effect yet: for LoRA that of PEFT, A
/// uniform in +-1/sqrt(in), B zero. For DoRA, the layers' weights must have their values.
/// @param modules    linear layers of `model`; the numbers drawn depend on their order
/// @param generator  on the CPU: the numbers do not depend on the device
/// @return           float32 on `device`
Lora make_lora(nn::Module& model, const std::vector<SizedModule>& modules, torch::Device device,
               torch::Generator generator, const NewKind& kind = {});
/// The same with modules of one size.
Lora make_lora(nn::Module& model, const std::vector<std::string>& paths, int64_t rank, double alpha,
               torch::Device device, torch::Generator generator);

/// @throws fw::Error adapters.does_not_fit, which lists every module that the model lacks or whose shape
///   differs
void check_fit(nn::Module& model, const Lora& lora);

/// Adds the LoRA to the model's layers, in addition to those already attached; the weights of layers are not
/// changed or copied. The layers share the tensors with `lora`. Changed whole tensors are replaced by new
/// ones.
/// @param weight  strength: 1 as trained; factor of the whole change of each weight, also for DoRA
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

/// The change of a weight: [out, in] float32. For LoRA, B A times its scale.
/// @param weight  the unchanged one; needed only for DoRA
torch::Tensor weight_change(const LoraModule& module, const torch::Tensor& weight = {});

}  // namespace fw::adapters
