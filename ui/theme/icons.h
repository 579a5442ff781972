// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

#include "ui/theme/palettes.h"

class QLabel;

namespace fw::ui {

/// A bundled line icon (resources/icons/<name>.svg) in the colour of the palette at the time it is drawn, so
/// that it follows the theme and stays sharp at every scale. GUI thread only.
QIcon icon(const char* name, Tint tint = Tint::text);

/// Shows it in a label, in the colours of the theme also after that has changed.
void showIcon(QLabel& label, const char* name, Tint tint, int side);

/// The application's own picture, in its own colours.
QIcon applicationIcon();

}  // namespace fw::ui
