// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <vector>

#include "engine_api/plan.h"

namespace fw::ui {

/// Peak device memory of one phase of a run.
struct PhaseBar {
  struct Part {
    int kind = 0;  ///< 0 to memoryPartCount - 1; selects the colour
    uint64_t bytes = 0;
  };
  QString name;
  uint64_t bytes = 0;
  std::vector<Part> parts;  ///< ordered by kind; the sum is `bytes` or slightly less
};

inline constexpr int memoryPartCount = memory_role_count + 1;

/// One stacked bar per phase, with a line at the free memory. GUI thread only.
class MemoryBars : public QWidget {
  Q_OBJECT
 public:
  explicit MemoryBars(QWidget* parent = nullptr);
  void setPhases(std::vector<PhaseBar> phases);
  /// 0: unknown, no line.
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
  /// Bytes represented by a full-width bar.
  uint64_t scale() const;
  void paintBar(QPainter& painter, const PhaseBar& phase, const QRect& room, double pixelsOfByte) const;
  /// Draws the legend; with a null painter only measures it. @return its height
  int layOutLegend(QPainter* painter, int top, int width) const;
  QString partName(int kind) const;
  QString summary(const PhaseBar& phase) const;
  void describe();

  std::vector<PhaseBar> m_phases;
  uint64_t m_free = 0;
};

/// @param processes  sharing the same memory, each needing this much
std::vector<PhaseBar> phasesOf(const engine_api::RunPlan& plan, int64_t processes = 1);

}  // namespace fw::ui
