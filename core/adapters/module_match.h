// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nn/module.h"

namespace fw::adapters {

/// A pattern of `lora.target_modules`. A pattern of letters, digits, dots and underscores matches every path
/// that equals it or ends with it after a dot ("to_q", "attn1.to_out.0"); any other pattern is a regular
/// expression that must match the whole path. The same rule as in PEFT.
class ModulePattern {
 public:
  /// @throws fw::Error adapters.bad_pattern
  explicit ModulePattern(std::string text);
  ~ModulePattern();
  ModulePattern(ModulePattern&&) noexcept;
  bool matches(std::string_view path) const;
  const std::string& text() const { return text_; }

 private:
  struct Regex;
  std::string text_;
  std::unique_ptr<Regex> regex_;  // null for a plain name
};

/// Paths of all nn::Linear of the model, in its order.
std::vector<std::string> linear_paths(nn::Module& model);

/// Paths of the linear layers that match any of the patterns, in the model's order.
/// @throws fw::Error adapters.no_match, which names every pattern that matches no layer
std::vector<std::string> match_linears(nn::Module& model, const std::vector<std::string>& patterns);

/// Names of the parameters in or below modules that match any of the patterns; all if there are no patterns.
/// @throws fw::Error adapters.no_match
std::vector<std::string> match_parameters(nn::Module& model, const std::vector<std::string>& patterns);

}  // namespace fw::adapters
