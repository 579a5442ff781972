// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace fw::run {

/// Recognises a configuration or dataset file of another trainer (TOML, JSON or YAML) by keys that only that
/// trainer uses. The fault names the trainer and the equivalent here. nullopt for any other text.
/// Thread: any. Cost: O(size).
std::optional<Fault> foreign_config(std::string_view text, const std::string& file);

}  // namespace fw::run
