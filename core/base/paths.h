// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace fw {

/// The XDG base folders of this application, read from the environment at each call and made when missing:
/// $XDG_CACHE_HOME/framewright and so on, with the defaults of the XDG Base Directory Specification.
/// @throws fw::Error base.folder_unusable when the folder cannot be made. Thread: any.
std::filesystem::path cache_folder();
std::filesystem::path state_folder();
std::filesystem::path config_folder();
std::filesystem::path data_folder();

/// Where libframewright-core is, in the build folder or in an installed tree: $ORIGIN for what is found
/// relative to it. Thread: any.
std::filesystem::path library_folder();

/// The files that come with the program (sample/, help/): resources/ of the source tree for programs in the build
/// folder, share/framewright beside the libraries for installed ones. What was not installed is not there.
/// Thread: any.
std::filesystem::path resource_folder();

/// A path as UTF-8 text for messages and JSON. Thread: any.
std::string to_utf8(const std::filesystem::path& path);

}  // namespace fw
