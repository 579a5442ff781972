// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

/// Reference cases, with which each family checks its production code: parity runs them.
namespace fw::cases {

using Tensors = std::map<std::string, torch::Tensor>;

/// One reference case: what a component was given and what the Python libraries computed from it. The format
/// is "refcase-1": a safetensors file with tensors in.<name> and out.<name> and its description in
/// __metadata__.
struct Case {
  struct Tolerance {
    double relative = 0;
    double absolute = 0;
  };

  std::filesystem::path path;
  std::string component;                        ///< e.g. "transformer.forward"
  std::filesystem::path model;                  ///< the model folder; empty when the case needs none
  nlohmann::json params;                        ///< scalar parameters of the component
  Tensors in;                                   ///< on the CPU, as stored
  Tensors want;                                 ///< on the CPU, as stored
  std::map<std::string, Tolerance> tolerances;  ///< of every entry of `want`

  /// @throws fw::Error cases.bad_case (not in the format), safetensors.* (unreadable)
  static Case read(const std::filesystem::path& path);

  /// @throws fw::Error cases.missing_input
  const torch::Tensor& input(const std::string& name) const;
  /// Undefined when the case has none of this name.
  torch::Tensor optional_input(const std::string& name) const;
  /// Inputs whose name starts with `prefix`, without it.
  Tensors inputs_with_prefix(std::string_view prefix) const;
  /// `prefix`0, `prefix`1, and so on.
  std::vector<torch::Tensor> numbered_inputs(const std::string& prefix) const;
  /// @throws fw::Error cases.missing_parameter (or of another type)
  template <class T>
  T param(const char* name) const;
  template <class T>
  T param(const char* name, T fallback) const {
    return params.contains(name) && !params.at(name).is_null() ? param<T>(name) : fallback;
  }
  /// The configuration of a component of the model folder, e.g. "transformer" or "scheduler".
  nlohmann::json config(const std::string& component) const;

  [[noreturn]] void missing_parameter(const char* name) const;
};

template <class T>
T Case::param(const char* name) const {
  try {
    return params.at(name).get<T>();
  } catch (const nlohmann::json::exception&) {
    missing_parameter(name);
  }
}

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

}  // namespace fw::cases
