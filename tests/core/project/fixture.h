// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QTemporaryDir>
#include <filesystem>

#include "project/clip_filter.h"
#include "project/clips.h"
#include "support/project_changes.h"

/// A temporary folder, with a name that is hard on paths.
class TestFolder {
 public:
  std::filesystem::path path() const {
    const std::filesystem::path folder =
        std::filesystem::path(folder_.path().toStdString()) / "Größe 100% #1? 漢字";
    std::filesystem::create_directories(folder);
    return folder;
  }

 private:
  // In memory if possible: these tests commit thousands of times, and do not test the disk.
  QTemporaryDir folder_{QDir("/dev/shm").exists() ? "/dev/shm/framewright-test-XXXXXX"
                                                  : QDir::tempPath() + "/framewright-test-XXXXXX"};
};

inline fw::project::ClipFilter filter(const std::string& text) {
  return std::get<fw::project::ClipFilter>(fw::project::ClipFilter::parse(text));
}

inline std::string caption_of(const fw::project::Project& project, int64_t id) {
  const auto caption = read_clip(project, id).caption;
  return caption ? caption->text : "(none)";
}
