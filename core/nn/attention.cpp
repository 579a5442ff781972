// SPDX-License-Identifier: Apache-2.0
#include "nn/attention.h"

#include <optional>
#include <string_view>

#include "base/warn.h"
#include "nn/int8_attention.h"
#include "tensor/attention_kernels.h"

namespace fw::nn {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Disables cuDNN's attention while alive. A process-wide setting: only one job at a time computes on a GPU.
class WithoutCudnn {
 public:
  WithoutCudnn() { at::globalContext().setSDPUseCuDNN(false); }
  ~WithoutCudnn() { at::globalContext().setSDPUseCuDNN(before_); }
  WithoutCudnn(const WithoutCudnn&) = delete;

 private:
  const bool before_ = at::globalContext().userEnabledCuDNNSDP();
};

bool is_by_cudnn(const c10::Error& error) {
  return std::string_view(error.what_without_backtrace()).find("cuDNN") != std::string_view::npos;
}

/// Runs `compute`; if cuDNN lacks a plan, runs it again with other kernels: LibTorch fails without trying
/// another.
template <class Compute>
auto with_other_kernels(const Compute& compute) {
  try {
    return compute();
  } catch (const c10::Error& error) {
    if (!is_by_cudnn(error)) throw;
    log::warn(std::string("cuDNN cannot compute attention here. Other kernels are used from now on: ") +
              error.what_without_backtrace());
    tensor::give_up_cudnn_attention();
  }
  return compute();
}

/// softmax(scale q k^T + bias) v by the first suitable kernel, with its own backward pass.
Tensor by_one_kernel(const Tensor& q, const Tensor& k, const Tensor& v, const std::optional<Tensor>& bias,
                     std::optional<double> scale) {
  const Tensor out =
      torch::scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), bias,
                                          /*dropout_p=*/0.0, /*is_causal=*/false, scale);
  return out.transpose(1, 2).flatten(2);
}

/// One call with its own graph: its backward pass uses the kernel that computed it.
struct OwnGraph : torch::CustomClassHolder {
  variable_list inputs;  // q, k, v
  std::optional<double> scale;
  Tensor result;

  void compute() {
    const torch::AutoGradMode record(true);
    result = by_one_kernel(inputs[0], inputs[1], inputs[2], {}, scale);
  }
};

/// Attention by cuDNN; if cuDNN lacks a plan for the backward pass, other kernels recompute it.
struct WithBackup : torch::autograd::Function<WithBackup> {
  static Tensor forward(AutogradContext* context, const Tensor& q, const Tensor& k, const Tensor& v,
                        std::optional<double> scale) {
    auto graph = c10::make_intrusive<OwnGraph>();
    for (const Tensor& x : {q, k, v}) graph->inputs.push_back(x.detach().requires_grad_(true));
    graph->scale = scale;
    with_other_kernels([&] { graph->compute(); });
    const Tensor result = graph->result.detach();
    context->saved_data["graph"] = c10::IValue::make_capsule(std::move(graph));
    return result;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto graph =
        c10::static_intrusive_pointer_cast<OwnGraph>(context->saved_data.at("graph").toCapsule());
    context->saved_data.clear();  // frees q, k and v before the backward pass of the next layer
    bool has_failed = false;
    variable_list all = with_other_kernels([&] {
      if (std::exchange(has_failed, true)) graph->compute();
      return torch::autograd::grad({graph->result}, graph->inputs, gradients);
    });
    all.emplace_back();  // of the scale
    return all;
  }
};

thread_local KeptAttention* current = nullptr;

}  // namespace

torch::Tensor plain_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                              const std::optional<torch::Tensor>& bias, std::optional<double> scale) {
  const auto exact = [&] {
    if (!q.is_cuda() || !at::globalContext().userEnabledCuDNNSDP())
      return by_one_kernel(q, k, v, bias, scale);
    if (bias) {  // few of cuDNN's plans support a bias
      const WithoutCudnn guard;
      return by_one_kernel(q, k, v, bias, scale);
    }
    const bool is_recorded =
        torch::GradMode::is_enabled() && (q.requires_grad() || k.requires_grad() || v.requires_grad());
    if (is_recorded) return WithBackup::apply(q, k, v, scale);
    return with_other_kernels([&] { return by_one_kernel(q, k, v, {}, scale); });
  };
  return bias ? exact() : Int8Attention::attend(q, k, v, scale, exact);
}

torch::Tensor kept_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                             const Attention& compute) {
  return current == nullptr ? compute(q, k, v) : current->attend(q, k, v, compute);
}

torch::Tensor attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                        const std::optional<torch::Tensor>& bias, std::optional<double> scale) {
  if (current == nullptr) return plain_attention(q, k, v, bias, scale);
  return current->attend(
      q, k, v, [&](const torch::Tensor& own_q, const torch::Tensor& own_k, const torch::Tensor& own_v) {
        return plain_attention(own_q, own_k, own_v, bias, scale);
      });
}

KeptAttention::Pass::Pass(KeptAttention& kept) : before_(std::exchange(current, &kept)) {
  ++kept.passes_;
  kept.next_ = 0;
}

KeptAttention::Pass::~Pass() {
  current = before_;
}

torch::Tensor KeptAttention::attend(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                                    const Attention& compute) {
  struct Again : torch::autograd::Function<Again> {
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor&, const torch::Tensor&,
                                 const torch::Tensor&, c10::intrusive_ptr<Call> call) {
      const torch::Tensor result = call->result.detach();
      context->saved_data["call"] = c10::IValue::make_capsule(std::move(call));
      return result;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
      const auto call = c10::static_intrusive_pointer_cast<Call>(context->saved_data["call"].toCapsule());
      variable_list all = torch::autograd::grad({call->result}, call->inputs, gradients);
      all.emplace_back();  // no gradient for the call
      return all;
    }
  };
  if (passes_ > 1) return Again::apply(q, k, v, std::move(calls_.at(next_++)));
  const torch::AutoGradMode record(true);
  auto call = c10::make_intrusive<Call>();
  for (const torch::Tensor& x : {q, k, v}) call->inputs.push_back(x.detach().requires_grad_(true));
  call->result = compute(call->inputs[0], call->inputs[1], call->inputs[2]);
  calls_.push_back(call);
  return call->result.detach();
}

}  // namespace fw::nn
