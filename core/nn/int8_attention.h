// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fw::nn {

/// softmax(scale q k^T) v for every head, close to it: see kernels/int8_attention.h.
/// @param q, k, v  [B, N, H, head_dim] of float32, bfloat16 or float16, head_dim 64 or 128; rows contiguous
/// @return         [B, N, H * head_dim] of q's type. No gradient.
/// Memory: 4 bytes an element of q, k and v together while it computes, in 16-bit types two thirds of theirs.
/// Thread: any. Cost: 4 B H N^2 head_dim operations, half of them on int8, half on float16.
torch::Tensor int8_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                             double scale);

/// While it lives, attention() on this thread without a bias and without gradients is int8_attention(), once
/// that has proved itself: until settle() each call is computed both ways and the exact result is taken.
class Int8Attention {
 public:
  /// More than this against the exact result, and attention stays exact.
  static constexpr double largest_error = 0.05;

  /// What the calls before settle() showed.
  struct Measured {
    int64_t calls = 0;
    double error = 0;        ///< the largest of |int8 - exact| / |exact|, norms of a call's result
    double time_ratio = 0;   ///< int8 to exact, all calls but the first, which makes plans; 0: not known
    int64_t head_width = 0;  ///< of a call that int8 has no kernel for, if there was one
    bool is_used = false;    ///< from now on
    /// An English sentence or two for the log.
    std::string to_text() const;
  };

  /// Whether the device has its products.
  static bool has_kernel(torch::Device device);

  Int8Attention();
  ~Int8Attention();
  Int8Attention(const Int8Attention&) = delete;

  /// Decides for all calls to come. The second time: nothing.
  /// @return  what was measured, the first time
  std::optional<Measured> settle();

  /// @param exact  computes it exactly
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
