// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ui/widgets/flow_row.h"

class QDoubleSpinBox;
class QSpinBox;

namespace fw::ui {

class ClipStore;

/// How often the selected clips are used in an epoch and how much their loss counts; each is set for all of
/// them, or left to the project's rules. GUI thread only.
class WeightRow : public FlowRow {
  Q_OBJECT
 public:
  explicit WeightRow(ClipStore& store, QWidget* parent = nullptr);

  void showClips(const std::vector<int64_t>& clips);
  QSpinBox* times() const { return m_times; }
  QDoubleSpinBox* lossWeight() const { return m_weight; }

 private:
  struct Weights;
  void read();
  void take(const Weights& weights);
  void commitTimes();
  void commitWeight();

  ClipStore& m_store;
  QSpinBox* m_times;
  QDoubleSpinBox* m_weight;
  std::vector<int64_t> m_clips;
  int m_shownTimes = 0;  // values that the fields last showed or saved
  double m_shownWeight = 0;
};

}  // namespace fw::ui
