// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace fw::runtime {

/// Unpacks the shared libraries of a wheel, which is a zip file, over existing files. Skips headers, tools
/// and Python's own files. @param without  shell patterns of further libraries to skip
/// @throws fw::Error runtime.bad_wheel, download.write_failed (disk full included); fw::Cancelled
void unpack_libraries(const std::filesystem::path& wheel, const std::filesystem::path& folder,
                      const std::vector<std::string>& without, const std::stop_token& stop = {});

}  // namespace fw::runtime
