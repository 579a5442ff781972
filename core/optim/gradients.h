// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "optim/parameter.h"

namespace fw::optim {

/// L2 norm of all gradients together, as torch.nn.utils.clip_grad_norm_ takes it: the norm of the tensors'
/// norms, in float32. 0 when there is no gradient and on the meta device;
/// not finite when one of them is not.
/// Cost: one pass over the gradients and, on a GPU, one wait for it.
double gradient_norm(const std::vector<Parameter>& parameters);

/// The same where it is computed: [] float32 there. @pre all parameters are on one device
/// Cost: one pass over the gradients; waits for nothing.
torch::Tensor gradient_norm_on_device(const std::vector<Parameter>& parameters);

/// What it is made of, by the place of the gradients, so that some of them may come from elsewhere.
struct GradientNorms {
  std::vector<size_t> parameters;  ///< numbers of those that have a gradient there
  torch::Tensor norms;             ///< [n] float32, there
};
std::map<torch::DeviceType, GradientNorms> gradient_norms(const std::vector<Parameter>& parameters);
/// gradient_norm() of them.
double total_norm(const std::map<torch::DeviceType, GradientNorms>& norms);

/// The same of tensors on one device whose norms these are, each [] float32.
double total_norm(const std::vector<torch::Tensor>& norms);

/// What gradients are multiplied with so that their norm is at most `largest`, as clip_grad_norm_ does:
/// min(1, largest / (norm + 1e-6)). @param norm  from gradient_norm(), finite
double clip_factor(double norm, double largest);
/// The same on the norm's device, bit for bit. @param norm  [] float32 @return  the same
torch::Tensor clip_factor(const torch::Tensor& norm, double largest);

/// Multiplies all gradients.
void scale_gradients(const std::vector<Parameter>& parameters, double factor);

/// Drops all gradients: their memory is free until the next backward pass.
void clear_gradients(const std::vector<Parameter>& parameters);

}  // namespace fw::optim
