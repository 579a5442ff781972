// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// The files of resources/presets, embedded, since the command line program has no resource folder. Internal
/// to core/run.
namespace fw::run {

struct PresetFile {
  std::string_view id;
  std::string_view text;
};
extern const std::span<const PresetFile> preset_files;

}  // namespace fw::run
