// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/command_palette.h"
#include "ui/shell/services.h"

namespace fw::ui {

/// Run settings, runs of the open project and its clips. GUI thread only.
PaletteSources paletteSources(const Services& services);

}  // namespace fw::ui
