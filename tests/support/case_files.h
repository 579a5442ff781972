// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtTest>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "base/paths.h"

namespace fw::support {

/// The committed cases.
inline std::filesystem::path committed_cases() {
  return std::filesystem::path(FW_SOURCE_FOLDER) / "tests/reference/cases";
}

/// The committed cases, and the full reference cases if they are next to the checkout.
inline std::vector<std::filesystem::path> case_roots() {
  std::vector<std::filesystem::path> roots{committed_cases()};
  for (const char* further : std::initializer_list<const char*>{FW_SOURCE_FOLDER "/../shared/reference/cases",
                                                                std::getenv("FW_MORE_CASES")})
    if (further && std::filesystem::exists(further)) roots.emplace_back(further);
  return roots;
}

/// Adds a row with its path to the test's table for each case.
inline void add_case_rows(const std::vector<std::filesystem::path>& roots) {
  QTest::addColumn<QString>("path");
  for (const auto& root : roots) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const std::string text = entry.path().string();
      if (entry.path().extension() == ".safetensors" && text.find("/models/") == std::string::npos)
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files)
      QTest::newRow((root.parent_path().parent_path().filename() / file.lexically_relative(root)).c_str())
          << QString::fromStdString(to_utf8(file));
  }
}

}  // namespace fw::support
