// SPDX-License-Identifier: Apache-2.0
#include "project/clip_fault.h"

#include "base/paths.h"

namespace fw::project {

namespace {

constexpr const char* clip_argument = "clip";

std::filesystem::path file_of(const Project& project, const ClipRow& row) {
  return project.absolute_path(row.source.path);
}

}  // namespace

void name_clip(const Project& project, Fault& fault) {
  const auto clip = fault.arguments.find(clip_argument);
  if (clip == fault.arguments.end()) return;
  clip->second = to_utf8(file_of(project, read_clip(project, std::stoll(clip->second))).filename());
}

interchange::RowFault clip_fault(const Project& project, const ClipRow& row, Fault fault) {
  const std::filesystem::path file = file_of(project, row);
  if (const auto clip = fault.arguments.find(clip_argument); clip != fault.arguments.end())
    clip->second = to_utf8(file.filename());
  return {.list = to_utf8(file), .fault = std::move(fault), .clip = row.clip.id};
}

}  // namespace fw::project
