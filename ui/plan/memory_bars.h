// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <vector>

#include "engine_api/plan.h"

namespace fw::ui {

/// What one phase of a run needs of the device when it needs most.
struct PhaseBar {
  struct Part {
    int kind = 0;  ///< 0 to memoryPartCount - 1: gives the colour
    uint64_t bytes = 0;
  };
  QString name;
  uint64_t bytes = 0;
  std::vector<Part> parts;  ///< in the order of their kinds; together `bytes` or a little less
};

inline constexpr int memoryPartCount = memory_role_count + 1;

/// One stacked bar a phase, against a line at what is free. GUI thread only.
class MemoryBars : public QWidget {
  Q_OBJECT
 public:
  explicit MemoryBars(QWidget* parent = nullptr);
  void setPhases(std::vector<PhaseBar> phases);
  /// 0: not known, no line.
  void setFree(uint64_t bytes);
  const std::vector<PhaseBar>& phases() const { return m_phases; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int rowHeight() const;
  /// Bytes of a whole bar.
  uint64_t scale() const;
  void paintBar(QPainter& painter, const PhaseBar& phase, const QRect& room, double pixelsOfByte) const;
  /// Draws, or with a null painter only measures. @return its height
  int layOutLegend(QPainter* painter, int top, int width) const;
  QString partName(int kind) const;
  QString summary(const PhaseBar& phase) const;
  void describe();

  std::vector<PhaseBar> m_phases;
  uint64_t m_free = 0;
};

/// @param processes  that need so much of the same memory, each
std::vector<PhaseBar> phasesOf(const engine_api::RunPlan& plan, int64_t processes = 1);

}  // namespace fw::ui
