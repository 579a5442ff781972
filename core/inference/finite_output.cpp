// SPDX-License-Identifier: Apache-2.0
#include "inference/finite_output.h"

#include "nn/weight_check.h"
#include "tensor/finite.h"

namespace fw::inference {

namespace {

constexpr ErrorCode not_finite{
    "inference.not_finite", FW_TEXT("errors", "The model computed infinite values or NaN while {phase}."),
    FW_TEXT(
        "errors",
        "Compute in bf16 or fp32 instead of fp16, or lower the LoRA weights. If the LoRA or the model comes "
        "from a run that diverged, use an older checkpoint."),
    Blame::job};

void check_weights(const catalog::ModelSource& model, std::string_view component) {
  try {
    nn::require_finite(tensor::Checkpoint::open(model.part(component)));
  } catch (const Error& error) {
    if (error.fault().code == nn::weight_not_finite.code) throw;  // other errors do not explain it
  }
}

}  // namespace

void require_finite(const torch::Tensor& made, const catalog::ModelSource& model, const char* phase) {
  if (tensor::is_finite(made)) return;
  check_weights(model, "transformer");
  for (const catalog::Component& component : catalog::recognise_family(model).components)
    check_weights(model, component.name);
  throw Error(not_finite, {{"phase", phase}});
}

}  // namespace fw::inference
