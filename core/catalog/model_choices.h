// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/choices.h"

/// Options of jobs on a model, with their names in forms, command lines and files.
namespace fw::catalog {

/// How many of a model's components are on the device at a time. Does not affect results.
enum class Offload {
  none = 1,  ///< every component stays where it was loaded
  model,     ///< one component at a time, discarded after use
};
constexpr auto choices_of(Offload) {
  return std::array{Choice{Offload::none, "none"}, Choice{Offload::model, "model"}};
}

/// On how many of a process's GPUs the transformer is placed.
enum class DeviceMap {
  none = 1,  ///< one
  balanced,  ///< all: for a transformer that does not fit on one of them
};
constexpr auto choices_of(DeviceMap) {
  return std::array{Choice{DeviceMap::none, "none"}, Choice{DeviceMap::balanced, "balanced"}};
}

/// Where prompts and captions are encoded.
enum class TextEncoderPlace {
  device = 1,
  streamed,  ///< on the device, streaming its blocks one after the other: a tenth of the memory
  cpu,       ///< with the CPU's rounding
};
constexpr auto choices_of(TextEncoderPlace) {
  return std::array{Choice{TextEncoderPlace::device, "device"}, Choice{TextEncoderPlace::streamed, "stream"},
                    Choice{TextEncoderPlace::cpu, "cpu"}};
}

/// Which output of the VAE is stored.
enum class StoredLatents {
  posterior = 1,  ///< mean and log-variance, from which training draws a fresh sample each time
  sample,         ///< one draw, seeded by the sample's key: half the size
};
constexpr auto choices_of(StoredLatents) {
  return std::array{Choice{StoredLatents::posterior, "posterior"}, Choice{StoredLatents::sample, "sample"}};
}

/// Distribution of the noise level sigma and weighting of losses in flow matching (Esser et al. 2024, section
/// 3.1).
enum class FlowWeighting {
  none = 1,      ///< uniform, not weighted
  sigma_sqrt,    ///< uniform, weighted by 1 / sigma^2
  logit_normal,  ///< the logistic function of a normal variable, concentrated in the middle
  mode,          ///< concentrated in the middle or at the ends, depending on a scale
  cosmap,        ///< uniform, weighted by 2 / (pi (1 - 2 sigma + 2 sigma^2))
  beta,          ///< a beta distribution
};
constexpr auto choices_of(FlowWeighting) {
  using enum FlowWeighting;
  return std::array{
      Choice{none, "none"}, Choice{sigma_sqrt, "sigma_sqrt"}, Choice{logit_normal, "logit_normal"},
      Choice{mode, "mode"}, Choice{cosmap, "cosmap"},         Choice{beta, "beta"}};
}

/// Format of quantized frozen weights: see kernels/low_bit.h.
enum class Quantization { none = 1, fp8, int8, nf4 };
constexpr auto choices_of(Quantization) {
  using enum Quantization;
  return std::array{Choice{none, "none"}, Choice{fp8, "fp8"}, Choice{int8, "int8"}, Choice{nf4, "nf4"}};
}

/// How a clip's attention is computed: see nn::Int8Attention.
enum class AttentionForm {
  exact = 1,
  int8,  ///< int8 scores on GPUs that support them, after a check in the clip's own first step
};
constexpr auto choices_of(AttentionForm) {
  return std::array{Choice{AttentionForm::exact, "exact"}, Choice{AttentionForm::int8, "int8"}};
}

/// Type of the networks' weights and activations.
enum class Dtype {
  automatic = 1,  ///< the published type; float32 on the CPU, which is faster there
  bf16,
  fp16,
  fp32,
};
constexpr auto choices_of(Dtype) {
  return std::array{Choice{Dtype::automatic, "auto"}, Choice{Dtype::bf16, "bf16"},
                    Choice{Dtype::fp16, "fp16"},      Choice{Dtype::fp32, "fp32"},
                    Choice{Dtype::bf16, "bfloat16"},  Choice{Dtype::fp16, "float16"},
                    Choice{Dtype::fp32, "float32"}};
}

}  // namespace fw::catalog
