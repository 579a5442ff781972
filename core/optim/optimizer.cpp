// SPDX-License-Identifier: Apache-2.0
#include "optim/optimizer.h"

#include "base/error.h"
#include "optim/adam.h"
#include "optim/muon.h"
#include "tensor/libtorch.h"

namespace fw::optim {

namespace {

constexpr ErrorCode state_mismatch{
    "optim.state_mismatch",
    FW_TEXT("errors", "The optimizer's saved state does not fit this run: {tensor} is {problem}."),
    FW_TEXT("errors",
            "Resume with the run file that wrote the checkpoint; to change what is trained, start a new run "
            "from its weights.")};

}  // namespace

void Optimizer::step_by_device(double, const DeviceVerdict&) {
  TORCH_INTERNAL_ASSERT(false, "this optimizer's steps are the host's");
}

std::unique_ptr<Optimizer> make_optimizer(std::vector<Parameter> parameters, const OptimizerConfig& config) {
  if (config.rule == Rule::muon) return std::make_unique<Muon>(std::move(parameters), config);
  return std::make_unique<Adam>(std::move(parameters), config);
}

void load_state_tensor(const StateTensors& state, const std::string& name, torch::Tensor target) {
  const auto found = state.find(name);
  const auto refuse = [&](const char* problem) {
    throw Error(state_mismatch, {{"tensor", name}, {"problem", problem}});
  };
  if (found == state.end()) refuse("missing");
  if (found->second.sizes() != target.sizes()) refuse("of another shape");
  if (found->second.scalar_type() != target.scalar_type()) refuse("of another type");
  const torch::NoGradGuard no_grad;
  target.copy_(found->second);
}

}  // namespace fw::optim
