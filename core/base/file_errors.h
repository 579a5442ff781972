// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "base/paths.h"

/// Errors of reading and writing files.
namespace fw::file_errors {

inline constexpr ErrorCode write_failed{
    "base.write_failed", FW_TEXT("errors", "{file} could not be written ({step}): {reason}."),
    FW_TEXT("errors",
            "Check the free space and the permissions of its folder. The old file, if any, is unchanged.")};
inline constexpr ErrorCode read_failed{
    "base.read_failed", FW_TEXT("errors", "{file} could not be read: {reason}."),
    FW_TEXT("errors", "Check that the file exists and that you have permission to read it."), Blame::input};
inline constexpr ErrorCode file_exists{
    "base.file_exists", FW_TEXT("errors", "{file} already exists and was left unchanged."),
    FW_TEXT("errors", "Choose another name, or move that file."), Blame::input};
inline constexpr ErrorCode target_is_source{
    "base.target_is_source", FW_TEXT("errors", "{file} would overwrite {source}, the file it is made from."),
    FW_TEXT("errors", "Choose another name or folder."), Blame::input};
inline constexpr ErrorCode folder_not_empty{
    "base.folder_not_empty", FW_TEXT("errors", "{folder} is not empty: it contains {file}."),
    FW_TEXT("errors",
            "Choose a new or an empty folder. If an interrupted job left these files, remove them first: "
            "none of them are reused."),
    Blame::input};

/// @param reason  an errno, which the fault stores
inline Error cannot_write(const std::filesystem::path& file, std::string_view step, int reason) {
  return {write_failed,
          {{"file", to_utf8(file)}, {"step", step}, {"reason", std::strerror(reason)}, {"errno", reason}}};
}

/// True if space ran out: on the disk, in the user's quota, or in one file (EFBIG), whose size some file
/// systems and `ulimit -f` limit.
inline bool is_disk_full(int reason) {
  return reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
}
inline bool is_disk_full(const Fault& fault) {
  const auto reason = fault.arguments.find("errno");
  return reason != fault.arguments.end() && is_disk_full(std::atoi(reason->second.c_str()));
}

}  // namespace fw::file_errors
