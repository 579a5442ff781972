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
  std::string value;  ///< in TOML syntax

  std::string assignment() const { return key + "=" + value; }
};
void describe(auto& fields, SettingChange& change) {
  fields("key", change.key);
  fields("value", change.value);
}

/// Translates the core's English source sentences.
using Translate = std::function<std::string(const std::string& sentence)>;

/// Result of fitting a run into a GPU's memory.
struct FitVerdict {
  bool fits = true;
  std::vector<SettingChange> changes;
  int64_t needed_bytes = 0;  ///< minimum; of the device, or of the host if `host_short`
  int64_t limit_bytes = 0;
  int64_t block_count = 0;  ///< of the transformer
  double slower = 0;        ///< relative change of step time; below 0: faster
  bool host_short = false;  ///< it would fit the device with more host memory
  /// Quantization that would make a LoRA fit when nothing else does, but slightly affects training: the user
  /// decides. Empty: none.
  std::string quantization;
  int64_t quantized_bytes = 0;  ///< bytes needed with it

  /// "12 of 42 blocks streamed, activations offloaded: 11.4 GiB of 12.0 GiB, about 4% slower"
  /// @param translate  in the context "plan"; null: English
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
