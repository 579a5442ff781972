// SPDX-License-Identifier: Apache-2.0
#include "memory/checkpointing.h"

#include <ATen/autocast_mode.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "nn/attention.h"
#include "nn/linear.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

namespace fw::memory {

namespace {

using nn::Tensors;
using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// State of the random generators and of autocast: saved by the constructor, reinstated by restore().
class RngAndAutocastState {
 public:
  explicit RngAndAutocastState(torch::Device device) : device_(device) {
    if (device.is_meta()) return;  // a dry run draws nothing
    cpu_state_ = generator_state(torch::kCPU);
    if (tensor::is_accelerator(device)) device_state_ = generator_state(device);
    for (size_t i = 0; i < types.size(); ++i) {
      autocast_[i] = {at::autocast::is_autocast_enabled(types[i]),
                      at::autocast::get_autocast_dtype(types[i])};
    }
  }
  void restore() const {
    if (device_.is_meta()) return;
    set_generator_state(torch::kCPU, cpu_state_);
    if (tensor::is_accelerator(device_)) set_generator_state(device_, device_state_);
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

/// State for the backward pass besides the saved tensors. Holds no inputs: those are saved or in `stored`.
struct Recipe : torch::CustomClassHolder {
  using Pass = BlockStreamer::Pass;

  std::function<Tensors(const Tensors&)> forward;
  size_t index;
  BlockMemory memory;
  RngAndAutocastState saved_state;
  std::vector<bool> wants_gradient;
  std::shared_ptr<ActivationStore::Entry> stored;
  nn::KeptAttention attention;

  Recipe(std::function<Tensors(const Tensors&)> forward, size_t index, BlockMemory memory,
         torch::Device device)
      : forward(std::move(forward)), index(index), memory(std::move(memory)), saved_state(device) {}

  Tensors run(const Tensors& inputs) {
    std::optional<nn::KeptAttention::Pass> pass;
    if (memory.keep_attention) pass.emplace(attention);
    return forward(inputs);
  }
};

/// The block's weights if they are streamed.
using Weights = std::optional<BlockStreamer::ScopedBlockWeights>;

void fetch(Weights& weights, const BlockMemory& memory, size_t index, BlockStreamer::Pass pass) {
  if (memory.streamer) weights.emplace(*memory.streamer, index, pass);
}

void prefetch_next(Weights& weights) {
  if (weights) weights->prefetch_next();
}

/// Backpropagates through the outputs that are used and depend on trained tensors.
void go_back(const Tensors& outputs, const variable_list& gradients) {
  variable_list roots, given;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!gradients[i].defined() || !outputs[i].requires_grad()) continue;
    roots.push_back(outputs[i]);
    given.push_back(gradients[i]);
  }
  if (!roots.empty()) torch::autograd::backward(roots, given);
}

struct Checkpoint : torch::autograd::Function<Checkpoint> {
  static variable_list forward(AutogradContext* context, const c10::intrusive_ptr<Recipe>& recipe,
                               at::TensorList inputs) {
    context->saved_data["recipe"] = c10::IValue::make_capsule(recipe);
    // As without checkpointing, unused outputs get no gradients, not even zeros.
    context->set_materialize_grads(false);
    if (recipe->memory.activations) {
      recipe->stored = recipe->memory.activations->put(inputs.vec());
    } else {
      context->save_for_backward(inputs.vec());
    }
    Weights weights;
    fetch(weights, recipe->memory, recipe->index, Recipe::Pass::forward);
    Tensors outputs = recipe->run(inputs.vec());
    prefetch_next(weights);
    return outputs;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto recipe = c10::static_intrusive_pointer_cast<Recipe>(context->saved_data["recipe"].toCapsule());
    // Kept until the end of this function, since the recomputed graph refers to them.
    Weights weights;
    fetch(weights, recipe->memory, recipe->index, Recipe::Pass::backward);
    Tensors inputs = recipe->stored ? recipe->stored->fetch() : context->get_saved_variables();
    for (size_t i = 0; i < inputs.size(); ++i)
      inputs[i] = inputs[i].detach().requires_grad_(recipe->wants_gradient[i]);
    const RngAndAutocastState now(inputs.front().device());
    {
      const torch::AutoGradMode record(true);
      recipe->saved_state.restore();
      const Tensors outputs = recipe->run(inputs);
      now.restore();
      go_back(outputs, gradients);
    }
    prefetch_next(weights);
    if (weights) weights->send_gradients();
    variable_list results(1);  // the recipe has no gradient
    for (const Tensor& input : inputs) results.push_back(input.grad());
    return results;
  }
};

/// True if a weight of the block or a LoRA attached to it requires gradients.
bool is_trained(nn::Module& block) {
  bool trained = false;
  block.for_each_parameter(
      [&](const std::string&, Tensor& slot) { trained = trained || slot.requires_grad(); });
  block.for_each_module([&](const std::string&, nn::Module& module) {
    const auto* linear = dynamic_cast<nn::Linear*>(&module);
    if (linear == nullptr) return;
    for (const nn::LayerAdapter& adapter : linear->adapters)
      for (const Tensor& each : adapter.tensors()) trained = trained || each.requires_grad();
  });
  return trained;
}

Tensors run_checkpointed(const nn::BlockCall& call, const BlockMemory& memory, const nn::BlockRunner& inner) {
  const auto forward = [index = call.index, &block = call.block, run = call.forward, shared = call.shared,
                        inner, count = call.inputs.size()](const Tensors& inputs) {
    return nn::run_block(
        inner, {index, block, {inputs.begin(), inputs.begin() + static_cast<ptrdiff_t>(count)}, run, shared});
  };
  Tensors inputs = call.inputs;
  const bool frozen_inputs =
      std::none_of(inputs.begin(), inputs.end(), [](const Tensor& input) { return input.requires_grad(); });
  if (frozen_inputs && !is_trained(call.block)) {  // nothing to go back to
    Weights weights;
    fetch(weights, memory, call.index, BlockStreamer::Pass::forward);
    Tensors outputs = nn::run_block(inner, call);
    prefetch_next(weights);
    return outputs;
  }
  auto recipe = c10::make_intrusive<Recipe>(forward, call.index, memory, call.inputs.front().device());
  for (const Tensor& input : inputs) recipe->wants_gradient.push_back(input.requires_grad());
  if (frozen_inputs) {
    // Without this, autograd would skip the block, since none of its inputs depends on a trained weight yet.
    inputs.push_back(torch::empty({0}, inputs.front().options().dtype(torch::kFloat32)).requires_grad_(true));
    recipe->wants_gradient.push_back(false);
  }
  return Checkpoint::apply(recipe, at::TensorList(inputs));
}

/// Runs a block without checkpointing. An input that all blocks share (the timestep embedding) gets its own
/// autograd node for each block. Gradients are then summed within a block before they are summed over the
/// blocks, in the same order as for checkpointed blocks, and are therefore equal bit for bit.
Tensors run_recorded(const nn::BlockCall& call, const nn::BlockRunner& inner) {
  nn::BlockCall own = call;
  for (Tensor& input : own.inputs)
    if (input.requires_grad()) input = input.view_as(input);
  return nn::run_block(inner, own);
}

}  // namespace

nn::BlockRunner run_blocks(BlockMemory memory, nn::BlockRunner inner) {
  return [memory = std::move(memory), inner = std::move(inner)](const nn::BlockCall& call) {
    const bool streamed = memory.streamer && memory.streamer->streams(call.index);
    const auto index = static_cast<int64_t>(call.index);
    const bool chosen = memory.checkpoint_interval > 0 && index % memory.checkpoint_interval == 0 &&
                        index < memory.first_kept;
    if (torch::GradMode::is_enabled() && (streamed || chosen)) return run_checkpointed(call, memory, inner);
    Weights weights;
    fetch(weights, memory, call.index, BlockStreamer::Pass::inference);
    Tensors outputs = torch::GradMode::is_enabled() ? run_recorded(call, inner) : nn::run_block(inner, call);
    prefetch_next(weights);
    return outputs;
  };
}

nn::BlockRunner checkpointed(int64_t interval, nn::BlockRunner inner) {
  return run_blocks({.checkpoint_interval = interval}, std::move(inner));
}

}  // namespace fw::memory
