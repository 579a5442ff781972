// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/error.h"

namespace fw::ui {

class RunChart;

/// Exports the visible part of a chart. The file's extension sets the format: .png (at twice the screen
/// size), .svg, or .csv with every step of every curve. Replaces an existing file: the user has confirmed it.
/// @throws fw::Error base.write_failed
void exportChart(RunChart& chart, const QString& file);

}  // namespace fw::ui
