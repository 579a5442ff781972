// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "optim/parameter.h"

namespace fw::optim {

/// L2 norm of all gradients together, like torch.nn.utils.clip_grad_norm_: the norm of the tensors' norms, in
/// float32. 0 without gradients and on the meta device; not finite if a gradient is not.
/// Cost: one pass over the gradients and, on a GPU, one synchronization.
double gradient_norm(const std::vector<Parameter>& parameters);

/// gradient_norm() as a tensor on the device: [] float32. @pre all parameters are on one device
/// Cost: one pass over the gradients; does not synchronize.
torch::Tensor gradient_norm_on_device(const std::vector<Parameter>& parameters);

/// The parts of a norm on one kind of device, so that parts from elsewhere can be added.
struct GradientNorms {
  std::vector<size_t> parameters;  ///< indices of parameters with a gradient there
  torch::Tensor norms;             ///< [n] float32, on that device
};
std::map<torch::DeviceType, GradientNorms> gradient_norms(const std::vector<Parameter>& parameters);
/// gradient_norm() from its parts.
double total_norm(const std::map<torch::DeviceType, GradientNorms>& norms);

/// The total norm from the norms of tensors on one device, each [] float32.
double total_norm(const std::vector<torch::Tensor>& norms);

/// The factor that limits the norm of gradients to `largest`, as in clip_grad_norm_: min(1, largest / (norm +
/// 1e-6)). @param norm  from gradient_norm(), finite
double clip_factor(double norm, double largest);
/// The same value on the norm's device, bit for bit. @param norm  [] float32 @return  [] float32
torch::Tensor clip_factor(const torch::Tensor& norm, double largest);

/// Multiplies all gradients.
void scale_gradients(const std::vector<Parameter>& parameters, double factor);

/// Drops all gradients, which frees their memory until the next backward pass.
void clear_gradients(const std::vector<Parameter>& parameters);

}  // namespace fw::optim
