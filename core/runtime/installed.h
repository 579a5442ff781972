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
  /// The library to load first: the engine needs it and those that come with it.
  std::filesystem::path library() const;
};

/// In the folder of a LibTorch: shared (FileLock) by each process that has it loaded, since parts of it are
/// loaded late.
inline constexpr const char* in_use_file = ".in-use";

/// Where this flavour belongs, in the user's data folder. @throws fw::Error base.folder_unusable
std::filesystem::path folder_of(Flavour flavour);
/// What is there, whole, and of the version that this program was built for; with both, CUDA's.
/// Thread: any. @throws fw::Error base.folder_unusable
std::optional<Installed> installed();

/// What suits this computer: CUDA where it has an NVIDIA card. Thread: any. Cost: reads a few small files.
Flavour suggested_flavour();

}  // namespace fw::runtime
