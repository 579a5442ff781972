// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "adapters/lora.h"

namespace fw::adapters {

/// How the modules of a new LoRA are chosen and how large each is.
struct LoraShape {
  std::vector<std::string> target_modules;        ///< patterns, see module_match.h
  std::vector<std::string> exclude_modules = {};  ///< patterns; they win
  int64_t rank = 64;
  double alpha = 64;
  /// "PATTERN=NUMBER": another rank or alpha for the modules that match; of several, the last one that does.
  std::vector<std::string> rank_pattern = {}, alpha_pattern = {};
  /// Scales by alpha / sqrt(rank) instead of alpha / rank (Kalajdzievski 2023), so that the effect of a high
  /// rank does not shrink. The modules' own alpha then is alpha sqrt(rank), which every reader understands.
  bool rank_stabilised = false;
};

/// The modules of `model` with their sizes, in its order.
/// @throws fw::Error adapters.no_match for a pattern without a module; adapters.bad_pattern;
///   adapters.bad_size for an entry that is not PATTERN=NUMBER; adapters.nothing_left
std::vector<SizedModule> lora_modules(nn::Module& model, const LoraShape& shape);

}  // namespace fw::adapters
