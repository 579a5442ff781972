// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

/// Compares a kernel's results on a device with those of its CPU form.
namespace kernel_check {

using Results = std::vector<torch::Tensor>;
/// Computes on the device from inputs that are the same everywhere.
using Work = std::function<Results(torch::Device)>;

/// The values of test_values() by position and seed, in `dtype` on `device`.
torch::Tensor values(torch::IntArrayRef shape, double seed, torch::Dtype dtype, torch::Device device);

/// The largest allowed difference, relative to the largest value: the effect of other orders of rounding.
double allowed_in(torch::Dtype dtype);

class Check {
 public:
  explicit Check(torch::Device device) : device_(device) {}
  torch::Device device() const { return device_; }

  /// @param allowed  relative to the largest magnitude of a result; 0: bit for bit
  void compare(const std::string& kernel, torch::Dtype dtype, const std::string& shape, double allowed,
               const Work& work);

  /// Prints a line of JSON for each kernel and type since the last call.
  void print();
  bool is_right() const { return is_right_; }

 private:
  struct Tally {
    int64_t comparisons = 0, bad = 0;
    double worst = 0;  // share of the allowed difference; exact ones count 0 or infinity
    std::string where;
  };
  std::map<std::pair<std::string, torch::Dtype>, Tally> tallies_;
  bool is_right_ = true;
  torch::Device device_;
};

void check_norms(Check& check, torch::Dtype dtype);
void check_rotations(Check& check, torch::Dtype dtype);
void check_activations(Check& check, torch::Dtype dtype);
void check_losses(Check& check, torch::Dtype dtype);
void check_adam(Check& check);
void check_low_bit(Check& check, torch::Dtype dtype);
void check_int8_attention(Check& check, torch::Dtype dtype);

}  // namespace kernel_check
