// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace fw::ui {

/// How the figures of one name are drawn.
enum class Drawn {
  plain = 1,    ///< a line as it is
  averaged,     ///< the average strong, each step's own value faint
  averageOnly,  ///< where the faint values of several curves would hide one another
  measured,     ///< a line with its points: measured now and then
  limit,        ///< a level that the others should stay below
};

struct SeriesSpec {
  std::string metric;  ///< as events.jsonl names it
  QString label;
  Drawn drawn = Drawn::plain;
};

/// One chart of the Monitor page.
struct ChartSpec {
  QString title;
  QString axis;  ///< what the values are, with their unit
  std::vector<SeriesSpec> series;
  double (*convert)(double) = nullptr;  ///< from the metric's unit to the axis's; null: the same
  bool canBeLogarithmic = false;
  bool hasMarkers = false;  ///< shows where checkpoints and clips were made
};

/// All charts in the order of the page.
std::vector<ChartSpec> monitorCharts();

/// The planned peak of device memory, which no run writes: ChartRun has it.
inline const std::string plannedVram = "planned_vram_bytes";
/// Memory of the run's device.
inline const std::string totalVram = "vram_total_bytes";

}  // namespace fw::ui
