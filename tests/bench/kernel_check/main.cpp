// SPDX-License-Identifier: Apache-2.0
//
// bench_kernel_check [DEVICE [TYPE]]
// Compares every kernel of libframewright-cuda, in all its types, on DEVICE (cuda) with its form on the CPU:
// bit for bit if both round alike, otherwise by the largest difference. One line of JSON for each kernel and
// type, or only for TYPE (Float, BFloat16, Half, Double); exit code 1 if one is wrong.
#include <iostream>

#include "base/error.h"
#include "bench/kernel_check/check.h"
#include "tensor/device.h"

int main(int count, char** arguments) {
  using namespace kernel_check;
  const torch::NoGradGuard no_grad;
  try {
    Check check(fw::tensor::parse_device(count > 1 ? arguments[1] : "cuda"));
    check_adam(check);
    check.print();
    for (const torch::Dtype dtype : {torch::kFloat32, torch::kBFloat16, torch::kHalf, torch::kFloat64}) {
      if (count > 2 && std::string_view(torch::toString(dtype)) != arguments[2]) continue;
      const bool is_wide = dtype == torch::kFloat64;  // the last two lack kernels for it
      for (const auto part : {check_norms, check_rotations, check_activations, check_losses,
                              is_wide ? nullptr : check_low_bit, is_wide ? nullptr : check_int8_attention}) {
        if (part != nullptr) part(check, dtype);
        check.print();
      }
    }
    return check.is_right() ? 0 : 1;
  } catch (const fw::Error& error) {
    std::cerr << error.fault().full_message() << std::endl;
  } catch (const c10::Error& error) {
    std::cerr << error.what_without_backtrace() << std::endl;
  }
  return 2;
}
