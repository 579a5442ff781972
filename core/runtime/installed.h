// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "runtime/pins.h"

namespace fw::runtime {

struct Installed {
  Flavour flavour = Flavour::cpu;
  std::filesystem::path folder;
  /// The library to load first: the engine depends on it and its companions.
  std::filesystem::path library() const;
};

/// In a LibTorch folder: locked (shared FileLock) by each process that has it loaded, since parts of it are
/// loaded later.
inline constexpr const char* in_use_file = ".in-use";

/// The folder for this flavour, in the user's data folder. @throws fw::Error base.folder_unusable
std::filesystem::path folder_of(Flavour flavour);
/// The complete installation of the version that this program was built for, if any; if there are both,
/// CUDA's.
/// Thread: any. @throws fw::Error base.folder_unusable
std::optional<Installed> installed();

/// The flavour for this computer: CUDA if it has an NVIDIA GPU. Thread: any. Cost: reads a few small files.
Flavour suggested_flavour();

}  // namespace fw::runtime
