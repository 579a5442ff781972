// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace fw::run {

enum class ForeignKind {
  unread,   ///< only recognised
  run,      ///< a training's configuration, which interchange/config_import.h reads
  dataset,  ///< folders of clips, which interchange/foreign_dataset.h reads
};
struct ForeignFile {
  std::string_view trainer;
  ForeignKind kind = ForeignKind::unread;
};

/// Recognises a file of another trainer (TOML, JSON or YAML) by keys that only that trainer uses.
/// Thread: any. Cost: O(size).
std::optional<ForeignFile> recognise_foreign(std::string_view text);

/// Recognises a configuration or dataset file of another trainer, as recognise_foreign does. The fault names
/// the trainer and the way to read it. nullopt for any other text.
/// Thread: any. Cost: O(size).
std::optional<Fault> foreign_config(std::string_view text, const std::string& file);

}  // namespace fw::run
