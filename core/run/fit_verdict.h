// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"

namespace fw::run {

/// A setting that fitting changed.
struct SettingChange {
  std::string key;
  std::string value;  ///< as TOML writes it

  std::string assignment() const { return key + "=" + value; }
};
void describe(auto& fields, SettingChange& change) {
  fields("key", change.key);
  fields("value", change.value);
}

/// Turns the core's source sentences into another language.
using Translate = std::function<std::string(const std::string& sentence)>;

/// What fitting a run into a card's memory came to.
struct FitVerdict {
  bool fits = true;
  std::vector<SettingChange> changes;
  int64_t needed_bytes = 0;  ///< of the device, or of the host where that is short; at the least
  int64_t limit_bytes = 0;
  int64_t block_count = 0;  ///< of the transformer
  double slower = 0;        ///< by which share of a step's time; below 0: faster
  bool host_short = false;  ///< it would fit the device, with more memory in the host
  /// What would make a LoRA fit where nothing else does, but changes its course a little: the user's to
  /// choose. None: empty.
  std::string quantization;
  int64_t quantized_bytes = 0;  ///< needed with it

  /// "12 of 42 blocks streamed, activations offloaded: 11.4 GiB of 12.0 GiB, about 4% slower"
  /// @param translate  for the context "plan"; nothing: English
  std::string in_words(const Translate& translate = {}) const;
};
void describe(auto& fields, FitVerdict& verdict) {
  fields("fits", verdict.fits);
  fields("changes", verdict.changes);
  fields("needed_bytes", verdict.needed_bytes);
  fields("limit_bytes", verdict.limit_bytes);
  fields("block_count", verdict.block_count);
  fields("slower", verdict.slower);
  fields("host_short", verdict.host_short);
  fields("quantization", verdict.quantization);
  fields("quantized_bytes", verdict.quantized_bytes);
  fields.derived("words", verdict.in_words());
}

}  // namespace fw::run
