// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fw::ui {

/// Shows a file or folder in the desktop's file manager, selected where it can do that. Does not wait.
/// GUI thread only.
void revealInFiles(const QString& path);

}  // namespace fw::ui
