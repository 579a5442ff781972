// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>
#include <string_view>

#include "kernels/low_bit.h"

namespace fw::nn {

using kernels::LowBit;

/// "fp8", "int8" or "nf4"; nothing for "none". @pre one of these
std::optional<LowBit> parse_low_bit(std::string_view name);
std::string_view name_of(LowBit format);

/// A frozen weight [out, in] in few bits a value: see kernels/low_bit.h. Contiguous, on one device.
struct LowBitWeight {
  torch::Tensor codes;       ///< float8_e4m3fn or int8 [out, in], or uint8 [out, in / 2], which is nf4
  torch::Tensor scales;      ///< float32 [out]; of nf4 one each 256 magnitudes
  torch::Tensor magnitudes;  ///< nf4: uint8, one each 64 values
  torch::Tensor mean;        ///< nf4: float32 [1]

  LowBit format() const;
};

/// What a layer's buffers are called. nf4's have the names that bitsandbytes stores them under.
struct LowBitNames {
  std::string_view codes, scales, magnitudes, mean;
};
LowBitNames low_bit_names(LowBit format);

/// The same without values, on the meta device. @param columns  of nf4 an even number
LowBitWeight low_bit_shapes(LowBit format, int64_t rows, int64_t columns);

/// To the nearest codes, whatever the number of threads.
/// @param weight  [out, in] float32 on the CPU, contiguous and finite
LowBitWeight quantise(const torch::Tensor& weight, LowBit format);

/// The operator framewright::dequantise, so that every device that knows the CPU's operators has it.
/// @return  [out, in] in `dtype`, which is float32, bfloat16 or float16
/// Cost: one pass over codes and result; on a GPU the call returns before it is done.
torch::Tensor dequantise(const LowBitWeight& weight, torch::Dtype dtype);

/// x W^T + bias, differentiable in x alone: W is dequantised for the product and again for its backward pass,
/// and kept for neither. @param bias  may be undefined
torch::Tensor linear(const torch::Tensor& x, const LowBitWeight& weight, const torch::Tensor& bias);

}  // namespace fw::nn
