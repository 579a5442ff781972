// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "catalog/model_spec.h"
#include "engine_api/requests.h"
#include "ui/run_settings/run_draft.h"
#include "ui/widgets/card.h"

class QAction;
class QCheckBox;
class QComboBox;
class QGridLayout;
class QDoubleSpinBox;
class QSpinBox;

namespace fw::ui {

class SettingRow;

/// Sampling of the clip: steps, guidance, scheduler, family-specific options, seed, and number of clips. GUI
/// thread only.
class SamplingCard : public Card {
  Q_OBJECT
 public:
  /// @param lastSeed  the command that reuses the last clip's seed
  explicit SamplingCard(QAction* lastSeed, QWidget* parent = nullptr);

  /// Changes the model: steps and guidance equal to the old model's defaults become the new one's.
  void setModel(const std::optional<catalog::ModelSpec>& model);
  /// Writes steps, guidance, options, sampler and seed; a random seed is -1.
  void write(engine_api::GenerateRequest& request) const;
  void setRequest(const engine_api::GenerateRequest& request);
  void setSeed(int64_t seed);
  int clips() const;
  void setClips(int clips);

 Q_SIGNALS:
  void changed();

 private:
  void update();
  void fillSchedulers(const catalog::ModelSpec& model);
  void showOptions(const std::string& family);
  void takeOptions(const catalog::OwnValues& options);

  int64_t m_ownSteps = 1;  // the model's; at first those of the empty boxes
  double m_ownGuidance = 0;
  std::string m_family;
  std::optional<catalog::OwnValues> m_waiting;  // options set before the model was known
  RunDraft m_options;                           // family-specific sampling settings, as in a run file
  QWidget* m_optionRows;
  std::vector<SettingRow*> m_rows;  // in it
  QSpinBox* m_steps;
  QDoubleSpinBox* m_guidance;
  QComboBox* m_scheduler;
  QCheckBox* m_draw;
  QDoubleSpinBox* m_seed;  // a double, since a seed is larger than an int
  QSpinBox* m_clips;
};

}  // namespace fw::ui
