// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/charts/plot.h"

namespace fw::ui {

/// Marks a run's checkpoints and clips with diamonds and triangles above the chart and a faint line through
/// it. GUI thread only.
class MarkerStrip : public QCPAbstractItem {
  Q_OBJECT
 public:
  static constexpr int height = 20;  ///< above the axis rectangle

  explicit MarkerStrip(QCustomPlot* plot);

  /// Steps in ascending order.
  void setMarkers(std::vector<double> checkpoints, std::vector<double> clips);
  const std::vector<double>& clips() const { return m_clips; }
  /// The marker under a point of the strip; coordinates in pixels.
  std::optional<double> checkpointAt(const QPointF& point) const { return markerAt(m_checkpoints, point); }
  std::optional<double> clipAt(const QPointF& point) const { return markerAt(m_clips, point); }

  double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details = nullptr) const override;

 protected:
  void draw(QCPPainter* painter) override;

 private:
  std::optional<double> markerAt(const std::vector<double>& steps, const QPointF& point) const;

  std::vector<double> m_checkpoints;
  std::vector<double> m_clips;
};

}  // namespace fw::ui
