// SPDX-License-Identifier: Apache-2.0
#include "nn/int8_attention.h"

#include <ATen/Parallel.h>
#include <torch/library.h>

#include <chrono>
#include <cmath>
#include <numbers>

#include "base/units.h"
#include "cuda/part.h"
#include "kernels/int8_attention.h"
#include "nn/kernel_elements.h"
#include "tensor/device.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::nn {

namespace {

using torch::Tensor;

thread_local Int8Attention* active = nullptr;

/// Runs on the device of `like`.
template <class Arguments>
void compute(const Tensor& like, const Arguments& all, int64_t rows) {
  if (like.is_meta()) return;
  if (like.is_cuda())
    return std::get<cuda::OnCard<Arguments>>(cuda::loaded_part().int8_attention)(all, like.get_device());
  at::parallel_for(0, rows, 1, [&](int64_t first, int64_t end) { kernels::run_cpu(all, first, end); });
}

struct Codes {
  Tensor codes, scales;
};

/// @param mean  [B, H, head_dim] float32 to subtract first, or undefined
Codes quantised(const Tensor& x, const Tensor& mean, double factor) {
  const int64_t padded = kernels::int8_scales(x.size(1));
  const Codes made{torch::empty(x.sizes(), x.options().dtype(torch::kInt8)),
                   torch::empty({x.size(0), x.size(2), padded}, x.options().dtype(torch::kFloat32))};
  if (x.is_meta()) return made;
  const kernels::Int8Rows rows{.batch = x.size(0),
                               .length = x.size(1),
                               .heads = x.size(2),
                               .width = x.size(3),
                               .batch_stride = x.stride(0),
                               .token_stride = x.stride(1),
                               .head_stride = x.stride(2),
                               .element = element_of(x),
                               .x = x.const_data_ptr(),
                               .mean = mean.defined() ? mean.const_data_ptr<float>() : nullptr,
                               .factor = static_cast<float>(factor),
                               .codes = made.codes.data_ptr<int8_t>(),
                               .scales = made.scales.data_ptr<float>()};
  compute(x, rows, rows.batch * padded * rows.heads);
  return made;
}

struct Values {
  Tensor halves, scales;
};

/// v as float16 between -2 and 2: each channel is divided by a power of two, which is exact.
Values halved(const Tensor& v) {
  const Tensor largest = torch::maximum(v.amax(1), v.amin(1).neg()).to(torch::kFloat32);
  // Limited so that the inverse fits into float16.
  const double bound = v.scalar_type() == torch::kHalf ? 14 : 100;
  const Tensor exponents = largest.log2().floor().clamp(-bound, bound);
  Tensor halves = torch::empty(v.sizes(), v.options().dtype(torch::kHalf));
  torch::mul_out(halves, v, exponents.neg().exp2().to(v.scalar_type()).unsqueeze(1));
  return {std::move(halves), exponents.exp2().contiguous()};
}

Tensor compute_attention(const Tensor& q, const Tensor& k, const Tensor& v, double scale) {
  TORCH_CHECK(kernels::has_int8_attention(q.size(3)) && q.stride(3) == 1 && k.stride(3) == 1,
              "int8 attention: heads of ", q.size(3));
  const Tensor out = torch::empty({q.size(0), q.size(1), q.size(2) * q.size(3)}, q.options());
  const Codes queries = quantised(q, {}, scale * std::numbers::log2e);
  const Codes keys = quantised(k, torch::mean(k, 1, /*keepdim=*/false, torch::kFloat32).contiguous(), 1);
  const Values values = halved(v);
  if (q.is_meta()) return out;
  const kernels::Int8Attention all{.batch = q.size(0),
                                   .queries = q.size(1),
                                   .keys = k.size(1),
                                   .heads = q.size(2),
                                   .width = q.size(3),
                                   .element = element_of(q),
                                   .q = queries.codes.const_data_ptr<int8_t>(),
                                   .k = keys.codes.const_data_ptr<int8_t>(),
                                   .q_scales = queries.scales.const_data_ptr<float>(),
                                   .k_scales = keys.scales.const_data_ptr<float>(),
                                   .v = values.halves.const_data_ptr(),
                                   .v_scales = values.scales.const_data_ptr<float>(),
                                   .out = out.data_ptr()};
  compute(q, all, all.batch * all.queries * all.heads);
  return out;
}

/// Registered with LibTorch on first use: a process may load the engine twice, but a name can be defined only
/// once.
c10::OperatorHandle the_operator() {
  constexpr const char* name = "framewright::int8_attention";
  if (const auto known = c10::Dispatcher::singleton().findSchema({name, ""})) return *known;
  static torch::Library library(torch::Library::FRAGMENT, "framewright", std::nullopt, __FILE__, __LINE__);
  library.def("int8_attention(Tensor q, Tensor k, Tensor v, float scale) -> Tensor");
  for (const auto key : {c10::DispatchKey::CPU, c10::DispatchKey::CUDA, c10::DispatchKey::Meta})
    library.impl("int8_attention", torch::dispatch(key, TORCH_FN(compute_attention)));
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "");
}

bool takes(const Tensor& q, const Tensor& k, const Tensor& v) {
  const bool wants_gradient =
      torch::GradMode::is_enabled() && (q.requires_grad() || k.requires_grad() || v.requires_grad());
  return kernels::has_int8_attention(q.size(3)) && !wants_gradient && q.scalar_type() != torch::kFloat64 &&
         q.stride(3) == 1 && k.stride(3) == 1;
}

}  // namespace

Tensor int8_attention(const Tensor& q, const Tensor& k, const Tensor& v, double scale) {
  static const auto op = the_operator().typed<decltype(compute_attention)>();
  return op.call(q, k, v, scale);
}

bool Int8Attention::has_kernel(torch::Device device) {
  if (device.is_meta()) return tensor::DryRun::target() == torch::kCUDA;
  if (device.is_cpu()) return false;  // the CPU's version only serves as a reference
  cuda::CardProperties card;
  if (device.is_cuda()) cuda::loaded_part().properties(device.index(), card);
  return !device.is_cuda() || card.major >= 8;
}

Int8Attention::Int8Attention() : before_(std::exchange(active, this)) {}

Int8Attention::~Int8Attention() {
  active = before_;
}

Tensor Int8Attention::attend(const Tensor& q, const Tensor& k, const Tensor& v, std::optional<double> scale,
                             const std::function<Tensor()>& exact) {
  if (active == nullptr) return exact();
  if (!takes(q, k, v)) {
    if (!kernels::has_int8_attention(q.size(3))) active->measured_.head_width = q.size(3);
    return exact();
  }
  const double of_scores = scale.value_or(1 / std::sqrt(static_cast<double>(q.size(3))));
  if (!active->is_settled_) return active->compare(q, k, v, of_scores, exact);
  return active->measured_.is_used ? int8_attention(q, k, v, of_scores) : exact();
}

Tensor Int8Attention::compare(const Tensor& q, const Tensor& k, const Tensor& v, double scale,
                              const std::function<Tensor()>& exact) {
  const auto seconds_of = [&](const auto& work, Tensor& result) {
    tensor::synchronize(q.device());
    const auto start = std::chrono::steady_clock::now();
    result = work();
    tensor::synchronize(q.device());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  Tensor wanted, found;
  const double exact_seconds = seconds_of(exact, wanted);
  const double int8_seconds = seconds_of([&] { return int8_attention(q, k, v, scale); }, found);
  if (q.is_meta()) return wanted;  // a plan covers the step that needs most memory, which is this one
  if (measured_.calls++ > 0) {
    exact_seconds_ += exact_seconds;
    int8_seconds_ += int8_seconds;
  }
  const auto length = [](const Tensor& x) {
    return torch::linalg_vector_norm(x, 2, std::nullopt, /*keepdim=*/false, torch::kFloat32);
  };
  errors_.push_back(length(found.sub_(wanted)) / length(wanted));
  return wanted;
}

std::optional<Int8Attention::Measured> Int8Attention::settle() {
  if (std::exchange(is_settled_, true)) return std::nullopt;
  for (const Tensor& each : std::exchange(errors_, {})) {
    const double error = each.item<double>();
    if (error > measured_.error || std::isnan(error)) measured_.error = error;
  }
  if (exact_seconds_ > 0) measured_.time_ratio = int8_seconds_ / exact_seconds_;
  measured_.is_used = measured_.calls > 0 && measured_.error <= largest_error && measured_.time_ratio < 1;
  return measured_;
}

std::string Int8Attention::Measured::to_text() const {
  const auto percent = [](double share, int decimals) { return format_fixed(share * 100, decimals) + " %"; };
  if (calls == 0 && head_width == 0)
    return "Attention is exact: int8 attention supports neither masks nor ring attention.";
  if (calls == 0)
    return "Attention is exact: int8 attention supports heads of 64 and 128 channels, this model's have " +
           std::to_string(head_width) + ".";
  if (!(error <= largest_error))
    return "Attention stays exact: in the first step the error of int8 attention was " + percent(error, 1) +
           ", and at most " + percent(largest_error, 0) + " is allowed.";
  if (!is_used)
    return "Attention stays exact: in the first step int8 attention took " + percent(time_ratio, 0) +
           " of the time of exact attention.";
  return "Attention is int8 from the second step on: in the first step its error was at most " +
         percent(error, 1) + " and it took " + percent(time_ratio, 0) + " of the time of exact attention.";
}

}  // namespace fw::nn
