// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QTemporaryDir>
#include <filesystem>

#include "support/project_changes.h"

/// A folder that vanishes, with a name that is hard on paths.
class TestFolder {
 public:
  std::filesystem::path path() const {
    const std::filesystem::path folder =
        std::filesystem::path(folder_.path().toStdString()) / "Größe 100% #1? 漢字";
    std::filesystem::create_directories(folder);
    return folder;
  }

 private:
  // In memory where possible: these tests commit thousands of times, and what they test is not the disk.
  QTemporaryDir folder_{QDir("/dev/shm").exists() ? "/dev/shm/framewright-test-XXXXXX"
                                                  : QDir::tempPath() + "/framewright-test-XXXXXX"};
};
