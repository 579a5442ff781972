// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <filesystem>

#include "base/paths.h"

namespace fw::ui {

/// A path as core has it. Thread: any.
inline std::filesystem::path toPath(const QString& text) {
  return std::filesystem::path(text.toStdU16String());
}

/// A path as the window has it. Thread: any.
inline QString toText(const std::filesystem::path& path) {
  return QString::fromStdString(to_utf8(path));
}

}  // namespace fw::ui
