// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/error.h"

namespace fw::ui {

class RunChart;

/// Writes what a chart shows into a file whose ending says how: .png (at twice the size on the screen), .svg,
/// or .csv with every step of every curve, in full.
/// A file of that name is replaced: the user was asked. @throws fw::Error base.write_failed
void exportChart(RunChart& chart, const QString& file);

}  // namespace fw::ui
