// SPDX-License-Identifier: Apache-2.0
#include "schedulers/sampler.h"

#include <cmath>

#include "base/error.h"
#include "schedulers/cogvideox_ddim.h"
#include "schedulers/cogvideox_dpm.h"

namespace fw::schedulers {
namespace {

constexpr ErrorCode unknown_class{
    "schedulers.unknown_class", FW_TEXT("errors", "There is no scheduler {name}."),
    FW_TEXT("errors", "Known are CogVideoXDDIMScheduler and CogVideoXDPMScheduler."), Blame::input};

}  // namespace

torch::Tensor Sampler::denoised(const torch::Tensor& v, const torch::Tensor& sample, double alpha) const {
  return torch::sub(sample * std::sqrt(alpha), v, std::sqrt(1 - alpha));
}

std::unique_ptr<Sampler> make_sampler(std::string_view class_name, const DiffusionSchedule& schedule,
                                      int64_t steps) {
  if (class_name == "CogVideoXDDIMScheduler") return std::make_unique<CogVideoXDdim>(schedule, steps);
  if (class_name == "CogVideoXDPMScheduler") return std::make_unique<CogVideoXDpm>(schedule, steps);
  throw Error(unknown_class, {{"name", class_name}});
}

}  // namespace fw::schedulers
