// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>

namespace fw::catalog {

/// The class of a component's configuration: "_class_name" in diffusers, the first of "architectures" in
/// transformers, or "".
std::string class_of(const nlohmann::json& config);

/// A JSON object in a file of a model folder, with typed fields and errors that name the file.
class ModelConfig {
 public:
  /// @throws fw::Error catalog.model_file_missing, catalog.model_file_broken; base.bad_json
  explicit ModelConfig(std::filesystem::path file);

  bool has(const char* name) const;
  /// `fallback` if the field is missing or null. @throws fw::Error catalog.model_file_broken
  template <typename T>
  T get(const char* name, T fallback) const {
    const auto found = json_.find(name);
    if (found == json_.end() || found->is_null()) return fallback;
    try {
      // The library would silently truncate fractions to integers.
      if (!std::is_same_v<T, int64_t> || found->is_number_integer()) return found->get<T>();
    } catch (const nlohmann::json::exception&) {
    }
    fail("\"" + std::string(name) + "\" is of the wrong type");
  }
  /// A size or count: from 1 to 2^20. @throws fw::Error catalog.model_file_broken
  int64_t get_size(const char* name, int64_t fallback) const;
  /// @throws fw::Error catalog.model_file_broken
  [[noreturn]] void fail(const std::string& reason) const;

 private:
  std::filesystem::path file_;
  nlohmann::json json_;
};

}  // namespace fw::catalog
