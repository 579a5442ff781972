// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fw::ui {

/// Opens the desktop's file manager at a file or folder, selected if possible. Does not wait. GUI thread
/// only.
void revealInFiles(const QString& path);

}  // namespace fw::ui
