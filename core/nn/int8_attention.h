// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fw::nn {

/// Approximates softmax(scale q k^T) v for every head: see kernels/int8_attention.h.
/// @param q, k, v  [B, N, H, head_dim] in float32, bfloat16 or float16, head_dim 64 or 128; rows contiguous
/// @return         [B, N, H * head_dim] in q's type. No gradient.
/// Memory: 4 bytes per element of q, k and v together while it computes; two thirds of their size for 16-bit
/// types.
/// Thread: any. Cost: 4 B H N^2 head_dim operations, half of them in int8, half in float16.
torch::Tensor int8_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                             double scale);

/// While alive, attention() on this thread without a bias and without gradients uses int8_attention() if that
/// passes a check: until settle(), each call is computed both ways and the exact result is returned.
class Int8Attention {
 public:
  /// With a larger error than this, attention stays exact.
  static constexpr double largest_error = 0.05;

  /// Measurements from the calls before settle().
  struct Measured {
    int64_t calls = 0;
    double error = 0;        ///< largest |int8 - exact| / |exact|, in norms of a call's result
    double time_ratio = 0;   ///< int8 to exact, without the first call, which builds plans; 0: unknown
    int64_t head_width = 0;  ///< of a call without an int8 kernel, if any
    bool is_used = false;    ///< after settle()
    /// One or two English sentences for the log.
    std::string to_text() const;
  };

  /// True if the device supports the int8 products.
  static bool has_kernel(torch::Device device);

  Int8Attention();
  ~Int8Attention();
  Int8Attention(const Int8Attention&) = delete;

  /// Decides for all later calls. Does nothing when called again.
  /// @return  the measurements, on the first call
  std::optional<Measured> settle();

  /// @param exact  computes the exact result
  static torch::Tensor attend(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                              std::optional<double> scale, const std::function<torch::Tensor()>& exact);

 private:
  torch::Tensor compare(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v, double scale,
                        const std::function<torch::Tensor()>& exact);

  Int8Attention* const before_;
  Measured measured_;
  std::vector<torch::Tensor> errors_;  // of each call, on its device
  double exact_seconds_ = 0, int8_seconds_ = 0;
  bool is_settled_ = false;
};

}  // namespace fw::nn
