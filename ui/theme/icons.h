// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

#include "ui/theme/palettes.h"

class QLabel;

namespace fw::ui {

/// A bundled line icon (resources/icons/<name>.svg). Takes its colour from the palette when drawn, so it
/// follows the theme and stays sharp at any scale. GUI thread only.
QIcon icon(const char* name, Tint tint = Tint::text);

/// Shows an icon in a label and keeps it in the theme's colours when the theme changes.
void showIcon(QLabel& label, const char* name, Tint tint, int side);

/// The application's icon in its own colours.
QIcon applicationIcon();

}  // namespace fw::ui
