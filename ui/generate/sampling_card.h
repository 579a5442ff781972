// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "catalog/model_spec.h"
#include "ui/widgets/card.h"

class QAction;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace fw::ui {

/// How the clip is denoised: steps, guidance, scheduler, seed, and how many clips. Thread: the window's.
class SamplingCard : public Card {
  Q_OBJECT
 public:
  /// @param lastSeed  the command that takes the last clip's seed again
  explicit SamplingCard(QAction* lastSeed, QWidget* parent = nullptr);

  /// Another model: steps and guidance that were its own before become the new one's own.
  void setModel(const std::optional<catalog::ModelSpec>& model);
  /// "steps", "guidance_scale", "dynamic_cfg", "scheduler", and "seed": -1 where one is drawn.
  nlohmann::json params() const;
  /// Takes those that are there.
  void setParams(const nlohmann::json& params);
  int clips() const;
  void setClips(int clips);

 Q_SIGNALS:
  void changed();

 private:
  void update();

  int64_t m_ownSteps = catalog::ModelSpec().steps;
  double m_ownGuidance = catalog::ModelSpec().guidance_scale;
  QSpinBox* m_steps;
  QDoubleSpinBox* m_guidance;
  QCheckBox* m_dynamic;
  QComboBox* m_scheduler;
  QCheckBox* m_draw;
  QDoubleSpinBox* m_seed;  // a seed is larger than an int
  QSpinBox* m_clips;
};

}  // namespace fw::ui
