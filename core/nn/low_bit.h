// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>
#include <string_view>

#include "kernels/low_bit.h"

namespace fw::nn {

using kernels::LowBit;

/// Parses "fp8", "int8" or "nf4"; nullopt for "none". @pre one of these
std::optional<LowBit> parse_low_bit(std::string_view name);
std::string_view name_of(LowBit format);

/// A frozen, quantized weight [out, in]: see kernels/low_bit.h. Contiguous, on one device.
struct LowBitWeight {
  torch::Tensor codes;       ///< float8_e4m3fn or int8 [out, in], or uint8 [out, in / 2] for nf4
  torch::Tensor scales;      ///< float32 [out]; nf4: one per 256 magnitudes
  torch::Tensor magnitudes;  ///< nf4: uint8, one per 64 values
  torch::Tensor mean;        ///< nf4: float32 [1]

  LowBit format() const;
};

/// Names of a layer's buffers. nf4 uses the names of bitsandbytes.
struct LowBitNames {
  std::string_view codes, scales, magnitudes, mean;
};
LowBitNames low_bit_names(LowBit format);

/// The same shapes without values, on the meta device. @param columns  even for nf4
LowBitWeight low_bit_shapes(LowBit format, int64_t rows, int64_t columns);

/// Rounds to the nearest codes; independent of the number of threads.
/// @param weight  [out, in] float32 on the CPU, contiguous and finite
LowBitWeight quantise(const torch::Tensor& weight, LowBit format);

/// The operator framewright::dequantise; available on every device that runs the CPU's operators.
/// @return  [out, in] in `dtype`: float32, bfloat16 or float16
/// Cost: one pass over codes and result; asynchronous on a GPU.
torch::Tensor dequantise(const LowBitWeight& weight, torch::Dtype dtype);

/// x W^T + bias, differentiable in x only: W is dequantised for the product and again for its backward pass,
/// and never saved. @param bias  may be undefined
torch::Tensor linear(const torch::Tensor& x, const LowBitWeight& weight, const torch::Tensor& bias);

}  // namespace fw::nn
