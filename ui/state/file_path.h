// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <filesystem>

#include "base/paths.h"

namespace fw::ui {

/// Converts a path from Qt to the standard library. Thread: any.
inline std::filesystem::path toPath(const QString& text) {
  return std::filesystem::path(text.toStdU16String());
}

/// Converts a path from the standard library to Qt. Thread: any.
inline QString toText(const std::filesystem::path& path) {
  return QString::fromStdString(to_utf8(path));
}

}  // namespace fw::ui
