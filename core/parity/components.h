// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "parity/case_file.h"

namespace fw::parity {

struct Settings {
  torch::Device device = torch::kCPU;
  torch::Dtype dtype = torch::kFloat32;  ///< of weights and activations

  /// `t` where and as the networks want it: integers keep their type.
  torch::Tensor place(const torch::Tensor& t) const {
    return t.is_floating_point() ? t.to(device, dtype) : t.to(device);
  }
};

/// A component of the format recomputed by the production code: name of each output -> value.
using Component = Tensors (*)(const Case& c, const Settings& settings);

enum class Precision {
  full,   ///< works in float32 or float64 whatever the dtype of the weights
  dtype,  ///< works in Settings::dtype: judged by the bound for bf16 there
};

struct ComponentEntry {
  Component run;
  Precision precision;
};

/// By family and component; nullptr when there is none.
const ComponentEntry* find_component(const std::string& family, const std::string& component);

Tensors run_tokenizer(const Case& c, const Settings& settings);
Tensors run_text_encoder(const Case& c, const Settings& settings);
Tensors run_vae_encode(const Case& c, const Settings& settings);
Tensors run_vae_decode(const Case& c, const Settings& settings);
Tensors run_transformer_forward(const Case& c, const Settings& settings);
Tensors run_transformer_backward(const Case& c, const Settings& settings);
Tensors run_train(const Case& c, const Settings& settings);
Tensors run_scheduler_tables(const Case& c, const Settings& settings);
Tensors run_scheduler_timesteps(const Case& c, const Settings& settings);
Tensors run_scheduler_step(const Case& c, const Settings& settings);
Tensors run_scheduler_add_noise(const Case& c, const Settings& settings);
Tensors run_pipeline(const Case& c, const Settings& settings);
Tensors run_rope(const Case& c, const Settings& settings);
Tensors run_pos_embed(const Case& c, const Settings& settings);

}  // namespace fw::parity
