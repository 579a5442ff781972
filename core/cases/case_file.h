// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

/// Reference cases for the production code of each family, run by parity.
namespace fw::cases {

using Tensors = std::map<std::string, torch::Tensor>;

/// A reference case: the inputs of a component and the results of the Python libraries. The format is
/// "refcase-1": a safetensors file with tensors in.<name> and out.<name> and its description in __metadata__.
struct Case {
  struct Tolerance {
    double relative = 0;
    double absolute = 0;
  };

  std::filesystem::path path;
  std::string component;                        ///< e.g. "transformer.forward"
  std::filesystem::path model;                  ///< the model folder; may be empty
  nlohmann::json params;                        ///< scalar parameters of the component
  Tensors in;                                   ///< on the CPU, as stored
  Tensors want;                                 ///< on the CPU, as stored
  std::map<std::string, Tolerance> tolerances;  ///< of every entry of `want`

  /// @throws fw::Error cases.bad_case (wrong format), safetensors.* (unreadable)
  static Case read(const std::filesystem::path& path);

  /// @throws fw::Error cases.missing_input
  const torch::Tensor& input(const std::string& name) const;
  /// Undefined if the case lacks this input.
  torch::Tensor optional_input(const std::string& name) const;
  /// Inputs whose names start with `prefix`, which is removed.
  Tensors inputs_with_prefix(std::string_view prefix) const;
  /// `prefix`0, `prefix`1, and so on.
  std::vector<torch::Tensor> numbered_inputs(const std::string& prefix) const;
  /// @throws fw::Error cases.missing_parameter (or of the wrong type)
  template <class T>
  T param(const char* name) const;
  template <class T>
  T param(const char* name, T fallback) const {
    return params.contains(name) && !params.at(name).is_null() ? param<T>(name) : fallback;
  }
  /// The configuration of a component in the model folder, e.g. "transformer" or "scheduler".
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

  /// Moves and converts `t` for the networks: integers keep their type.
  torch::Tensor place(const torch::Tensor& t) const {
    return t.is_floating_point() ? t.to(device, dtype) : t.to(device);
  }
};

/// A component recomputed by the production code: output name -> value.
using Component = Tensors (*)(const Case& c, const Settings& settings);

enum class Precision {
  full,   ///< computes in float32 or float64, whatever the dtype of the weights
  dtype,  ///< computes in Settings::dtype: the bound for bf16 applies there
};

struct ComponentEntry {
  Component run;
  Precision precision;
};

}  // namespace fw::cases
