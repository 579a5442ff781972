// SPDX-License-Identifier: Apache-2.0
#include "optim/optimizer.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "optim/adafactor.h"
#include "optim/adam.h"
#include "optim/came.h"
#include "optim/galore.h"
#include "optim/lion.h"
#include "optim/low_bit_adam.h"
#include "optim/muon.h"
#include "optim/prodigy.h"
#include "optim/schedule_free.h"
#include "tensor/libtorch.h"

namespace fw::optim {

namespace {

constexpr ErrorCode state_mismatch{
    "optim.state_mismatch",
    FW_TEXT("errors", "The optimizer's saved state does not fit this run: {tensor} is {problem}."),
    FW_TEXT("errors",
            "Resume with the run file that wrote the checkpoint; to change what is trained, start a new run "
            "from its weights.")};

template <class Method>
std::unique_ptr<Optimizer> make(std::vector<Parameter> parameters, const OptimizerConfig& config) {
  return std::make_unique<Method>(std::move(parameters), config);
}

/// One method.
struct Row {
  Rule rule;
  std::unique_ptr<Optimizer> (*make)(std::vector<Parameter> parameters, const OptimizerConfig& config);
};
constexpr std::array rules = {
    Row{Rule::adam, make<Adam>},
    Row{Rule::muon, make<Muon>},
    Row{Rule::adafactor, make<Adafactor>},
    Row{Rule::prodigy, make<Prodigy>},
    Row{Rule::came, make<Came>},
    Row{Rule::lion, make<Lion>},
    Row{Rule::schedule_free, make<ScheduleFree>},
    Row{Rule::galore, make<Galore>},
    Row{Rule::low_bit_adam, make<LowBitAdam>},
};

}  // namespace

void Optimizer::step_by_device(double, const DeviceVerdict&) {
  TORCH_INTERNAL_ASSERT(false, "this optimizer's steps are the host's");
}

void Optimizer::swap_average() {
  TORCH_INTERNAL_ASSERT(false, "this optimizer has one set of weights");
}

std::unique_ptr<Optimizer> make_optimizer(std::vector<Parameter> parameters, const OptimizerConfig& config) {
  const auto* const row = std::ranges::find(rules, config.rule, &Row::rule);
  TORCH_INTERNAL_ASSERT(row != rules.end());
  return row->make(std::move(parameters), config);
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

double load_state_number(const StateTensors& state, const std::string& name) {
  const torch::Tensor number = torch::zeros({}, torch::kFloat64);
  load_state_tensor(state, name, number);
  return number.item<double>();
}

}  // namespace fw::optim
