// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_spec.h"

#include <QCoreApplication>

namespace fw::ui {

namespace {

double gibibytes(double bytes) {
  return bytes / (1024.0 * 1024.0 * 1024.0);
}
double secondsPerStep(double stepsPerHour) {
  return stepsPerHour > 0 ? 3600 / stepsPerHour : 0;
}

/// One metric of each of several processes; a single-process run has none.
std::vector<SeriesSpec> ofRanks(const char* figure) {
  constexpr int mostRanks = 8;
  std::vector<SeriesSpec> series;
  for (int rank = 0; rank < mostRanks; ++rank)
    series.push_back({"rank" + std::to_string(rank) + figure,
                      QCoreApplication::translate("charts", "Process %1").arg(rank), Drawn::plain});
  return series;
}

}  // namespace

std::vector<ChartSpec> monitorCharts() {
  using enum Drawn;
  return {
      {QCoreApplication::translate("charts", "Loss"),
       QCoreApplication::translate("charts", "Loss"),
       {{"loss", QCoreApplication::translate("charts", "Training"), averaged},
        {"held_out_loss", QCoreApplication::translate("charts", "Held-out clips"), measured},
        {"loss_sound", QCoreApplication::translate("charts", "Sound"), averageOnly}},
       nullptr,
       true,
       true},
      {QCoreApplication::translate("charts", "Loss by timestep"),
       QCoreApplication::translate("charts", "Average loss"),
       {{"loss_t0_249", QStringLiteral("0–249"), averageOnly},
        {"loss_t250_499", QStringLiteral("250–499"), averageOnly},
        {"loss_t500_749", QStringLiteral("500–749"), averageOnly},
        {"loss_t750_999", QStringLiteral("750–999"), averageOnly}},
       nullptr,
       true},
      {QCoreApplication::translate("charts", "Learning rate"),
       QCoreApplication::translate("charts", "Learning rate"),
       {{"lr", QCoreApplication::translate("charts", "Learning rate"), plain}},
       nullptr,
       true},
      {QCoreApplication::translate("charts", "Gradient norm"),
       QCoreApplication::translate("charts", "Unclipped norm"),
       {{"grad_norm", QCoreApplication::translate("charts", "Gradient norm"), averaged}},
       nullptr,
       true},
      {QCoreApplication::translate("charts", "Step time"),
       QCoreApplication::translate("charts", "s per step"),
       {{"steps_per_hour", QCoreApplication::translate("charts", "Step time"), plain}},
       &secondsPerStep,
       true},
      {QCoreApplication::translate("charts", "GPU memory"),
       QCoreApplication::translate("charts", "GiB"),
       {{"vram_allocated_bytes", QCoreApplication::translate("charts", "Allocated"), plain},
        {"vram_reserved_bytes", QCoreApplication::translate("charts", "Reserved"), plain},
        {totalVram, QCoreApplication::translate("charts", "Device"), limit},
        {plannedVram, QCoreApplication::translate("charts", "Plan"), limit}},
       &gibibytes},
      {QCoreApplication::translate("charts", "Host memory"),
       QCoreApplication::translate("charts", "GiB"),
       {{"host_bytes", QCoreApplication::translate("charts", "This process"), plain}},
       &gibibytes},
      {QCoreApplication::translate("charts", "Memory of each process"),
       QCoreApplication::translate("charts", "GiB"), ofRanks("_bytes"), &gibibytes},
      {QCoreApplication::translate("charts", "Time of each process"),
       QCoreApplication::translate("charts", "s per step"), ofRanks("_seconds"), nullptr, true},
  };
}

}  // namespace fw::ui
