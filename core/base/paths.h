// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace fw {

/// The XDG base folders of this application, read from the environment at each call and created if missing:
/// $XDG_CACHE_HOME/framewright and so on, with the defaults of the XDG Base Directory Specification.
/// @throws fw::Error base.folder_unusable if the folder cannot be created. Thread: any.
std::filesystem::path cache_folder();
std::filesystem::path state_folder();
std::filesystem::path config_folder();
std::filesystem::path data_folder();

/// The folder of libframewright-core in the build or installed tree: $ORIGIN for relative paths. Thread: any.
std::filesystem::path library_folder();

/// Files that come with the program (sample/, help/): resources/ of the source tree for programs in the build
/// folder, share/framewright near the libraries for installed ones. Parts that were not installed are
/// missing.
/// Thread: any.
std::filesystem::path resource_folder();

/// A path as UTF-8 text for messages and JSON. Thread: any.
std::string to_utf8(const std::filesystem::path& path);

}  // namespace fw
