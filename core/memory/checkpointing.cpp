// SPDX-License-Identifier: Apache-2.0
#include "memory/checkpointing.h"

#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "nn/linear.h"

namespace fw::memory {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;

/// State of the random generators and of autocast: taken by the constructor, put in place by restore().
class Surroundings {
 public:
  explicit Surroundings(torch::Device device) : device_(device) {
    cpu_state_ = generator_state(torch::kCPU);
    if (!device.is_cpu()) device_state_ = generator_state(device);
    for (size_t i = 0; i < types.size(); ++i) {
      autocast_[i] = {at::autocast::is_autocast_enabled(types[i]),
                      at::autocast::get_autocast_dtype(types[i])};
    }
  }
  void restore() const {
    set_generator_state(torch::kCPU, cpu_state_);
    if (!device_.is_cpu()) set_generator_state(device_, device_state_);
    for (size_t i = 0; i < types.size(); ++i) {
      at::autocast::set_autocast_enabled(types[i], autocast_[i].first);
      at::autocast::set_autocast_dtype(types[i], autocast_[i].second);
    }
  }

 private:
  static constexpr std::array<torch::DeviceType, 2> types = {torch::kCPU, torch::kCUDA};

  static Tensor generator_state(torch::Device device) {
    at::Generator generator = at::globalContext().defaultGenerator(device);
    const std::lock_guard lock(generator.mutex());
    return generator.get_state();
  }
  static void set_generator_state(torch::Device device, const Tensor& state) {
    at::Generator generator = at::globalContext().defaultGenerator(device);
    const std::lock_guard lock(generator.mutex());
    generator.set_state(state);
  }

  torch::Device device_;
  Tensor cpu_state_, device_state_;
  std::array<std::pair<bool, torch::ScalarType>, 2> autocast_;
};

/// What the backward pass needs beside the saved tensors.
struct Recipe : torch::CustomClassHolder {
  std::function<Tensor(const std::vector<Tensor>&)> forward;
  Surroundings surroundings;
  std::vector<bool> wants_gradient;
  Recipe(std::function<Tensor(const std::vector<Tensor>&)> forward, torch::Device device)
      : forward(std::move(forward)), surroundings(device) {}
};

struct Checkpoint : torch::autograd::Function<Checkpoint> {
  static Tensor forward(AutogradContext* context, const c10::intrusive_ptr<Recipe>& recipe,
                        at::TensorList inputs) {
    context->save_for_backward(inputs.vec());
    context->saved_data["recipe"] = c10::IValue::make_capsule(recipe);
    return recipe->forward(inputs.vec());
  }

  static torch::autograd::variable_list backward(AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    const auto recipe = c10::static_intrusive_pointer_cast<Recipe>(context->saved_data["recipe"].toCapsule());
    std::vector<Tensor> inputs;
    for (const Tensor& saved : context->get_saved_variables()) {
      inputs.push_back(saved.detach().requires_grad_(recipe->wants_gradient[inputs.size()]));
    }
    const Surroundings now(inputs.front().device());
    {
      const torch::AutoGradMode record(true);
      recipe->surroundings.restore();
      const Tensor output = recipe->forward(inputs);
      now.restore();
      torch::autograd::backward({output}, gradients);
    }
    torch::autograd::variable_list results(1);  // the recipe has no gradient
    for (const Tensor& input : inputs) results.push_back(input.grad());
    return results;
  }
};

/// Whether a weight of the block, or a LoRA attached to it, asks for a gradient.
bool is_trained(nn::Module& block) {
  bool trained = false;
  block.for_each_parameter(
      [&](const std::string&, Tensor& slot) { trained = trained || slot.requires_grad(); });
  block.for_each_module([&](const std::string&, nn::Module& module) {
    const auto* linear = dynamic_cast<nn::Linear*>(&module);
    if (linear == nullptr) return;
    for (const nn::LowRankAdapter& adapter : linear->adapters) trained = trained || adapter.A.requires_grad();
  });
  return trained;
}

Tensor run_checkpointed(const nn::BlockCall& call, const nn::BlockRunner& inner) {
  const auto forward = [call, inner](const std::vector<Tensor>& inputs) {
    nn::BlockCall again = call;
    again.inputs.assign(inputs.begin(), inputs.begin() + static_cast<ptrdiff_t>(call.inputs.size()));
    return nn::run_block(inner, again);
  };
  std::vector<Tensor> inputs = call.inputs;
  const bool frozen_inputs =
      std::none_of(inputs.begin(), inputs.end(), [](const Tensor& input) { return input.requires_grad(); });
  if (frozen_inputs && !is_trained(call.block)) return nn::run_block(inner, call);  // nothing to go back to
  auto recipe = c10::make_intrusive<Recipe>(forward, call.inputs.front().device());
  for (const Tensor& input : inputs) recipe->wants_gradient.push_back(input.requires_grad());
  if (frozen_inputs) {
    // Autograd would not come by at all: up to here no input depends on a trained weight.
    inputs.push_back(torch::empty({0}, inputs.front().options().dtype(torch::kFloat32)).requires_grad_(true));
    recipe->wants_gradient.push_back(false);
  }
  return Checkpoint::apply(recipe, at::TensorList(inputs));
}

}  // namespace

nn::BlockRunner checkpointed(int64_t interval, nn::BlockRunner inner) {
  return [interval, inner = std::move(inner)](const nn::BlockCall& call) {
    const bool skip = !torch::GradMode::is_enabled() || call.index % static_cast<size_t>(interval) != 0;
    return skip ? nn::run_block(inner, call) : run_checkpointed(call, inner);
  };
}

}  // namespace fw::memory
