// SPDX-License-Identifier: Apache-2.0
#include "families/flow_timesteps.h"

#include "base/error.h"
#include "tensor/libtorch.h"

namespace fw::families {

using torch::Tensor;

namespace {

constexpr ErrorCode no_timesteps{
    "families.no_timesteps",
    FW_TEXT("errors", "There is no timestep to train at: the range from {least} to {most} is empty."),
    FW_TEXT("errors",
            "Widen min_timestep and max_timestep of the model; each of two experts is only trained on its "
            "side of the boundary."),
    Blame::input};

}  // namespace

Tensor FlowTimesteps::sigmas(const Tensor& places) const {
  const Tensor all = whole ? schedulers::sigmas_at(flow, places) : flow.schedule.shifted(places, 0);
  return drops ? all : least + all * (most - least);
}

Tensor FlowTimesteps::within(const Tensor& sigmas) const {
  return (sigmas >= least).logical_and_(sigmas <= most);
}

Tensor FlowTimesteps::of_sigmas(const Tensor& sigmas) const {
  return whole ? schedulers::whole_timesteps(sigmas).to(torch::kFloat32) : sigmas * 1000 + offset;
}

Tensor FlowTimesteps::draw(int64_t count, double border, torch::Generator& generator) const {
  std::vector<Tensor> kept;
  std::optional<bool> high;
  for (int64_t missing = count; missing > 0;) {
    Tensor places = schedulers::draw_places(flow, missing, generator);
    if (uniform_share > 0) {
      const torch::TensorOptions options(torch::kFloat32);
      const Tensor choice = torch::rand({missing}, generator, options);
      places = mixed(places, choice, torch::rand({missing}, generator, options), uniform_share);
    }
    Tensor drawn = sigmas(places);
    if (drops) drawn = drawn.masked_select(within(drawn));
    if (border > 0 && drawn.size(0) > 0) {
      const Tensor sides = of_sigmas(drawn) >= 1000 * border;
      if (!high) high = sides[0].item<bool>();
      drawn = drawn.masked_select(sides == *high);
    }
    kept.push_back(drawn);
    missing -= drawn.size(0);
  }
  return torch::cat(kept);
}

void FlowTimesteps::check_range() const {
  const Tensor places = torch::linspace(0, 1, 10'001).narrow(0, 0, 10'000);
  if (least < most && within(sigmas(places)).any().item<bool>()) return;
  throw Error(no_timesteps, {{"least", least * 1000}, {"most", most * 1000}});
}

}  // namespace fw::families
