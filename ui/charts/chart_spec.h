// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace fw::ui {

/// How the values of one metric are drawn.
enum class Drawn {
  plain = 1,    ///< a plain line
  averaged,     ///< a bold average over faint single steps
  averageOnly,  ///< for charts where several faint curves would hide each other
  measured,     ///< a line with points, for values measured now and then
  limit,        ///< an upper limit for the others
};

struct SeriesSpec {
  std::string metric;  ///< its name in events.jsonl
  QString label;
  Drawn drawn = Drawn::plain;
};

/// One chart of the Monitor page.
struct ChartSpec {
  QString title;
  QString axis;  ///< quantity and unit
  std::vector<SeriesSpec> series;
  double (*convert)(double) = nullptr;  ///< from the metric's unit to the axis's; null: unchanged
  bool canBeLogarithmic = false;
  bool hasMarkers = false;  ///< marks checkpoints and clips
};

/// All charts, in page order.
std::vector<ChartSpec> monitorCharts();

/// The planned peak of device memory. Not written by any run; it comes from ChartRun.
inline const std::string plannedVram = "planned_vram_bytes";
/// Memory of the run's device.
inline const std::string totalVram = "vram_total_bytes";

}  // namespace fw::ui
