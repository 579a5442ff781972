// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fw::nn {

/// Reads a component's config.json key by key and collects all problems, so that a model reports them at
/// once. Missing keys take diffusers' defaults, since published files leave defaults out.
/// Thread: one at a time.
class ConfigReader {
 public:
  /// @param json       the whole file; anything but an object is a problem, too
  /// @param component  name used in messages, e.g. "transformer/config.json"
  ConfigReader(const nlohmann::json& json, std::string component);

  bool boolean(const char* key, bool fallback);
  double number(const char* key, double fallback);
  std::string text(const char* key, std::string_view fallback);
  /// nullopt if the key is absent or null.
  std::optional<double> optional_number(const char* key);
  /// A size: 1 .. 2^24.
  int64_t size(const char* key, int64_t fallback);
  /// 0 .. 2^24.
  int64_t count(const char* key, int64_t fallback);
  /// Like size(), but nullopt if the key is absent or null.
  std::optional<int64_t> optional_size(const char* key);
  std::vector<int64_t> sizes(const char* key, std::vector<int64_t> fallback);
  std::vector<bool> booleans(const char* key, std::vector<bool> fallback);
  std::vector<std::string> texts(const char* key, std::vector<std::string> fallback);
  /// Adds a problem unless the key has the only value that the models support.
  void expect(const char* key, const nlohmann::json& only, const nlohmann::json& fallback);
  /// Adds a problem that concerns several keys.
  void require(bool satisfied, std::string problem);

  /// @throws fw::Error nn.bad_config with every problem found
  void finish() const;

 private:
  /// The value, or nullptr if the key is absent.
  const nlohmann::json* find(const char* key) const;
  int64_t whole(const char* key, int64_t smallest, int64_t fallback);
  void wrong(const char* key, std::string_view wanted);
  /// A list of 1 to 64 values that all satisfy `fits`.
  template <class T, class Fits>
  std::vector<T> list(const char* key, std::vector<T> fallback, const Fits& fits, std::string_view wanted);

  const nlohmann::json& json_;
  std::string component_;
  std::vector<std::string> problems_;
};

}  // namespace fw::nn
