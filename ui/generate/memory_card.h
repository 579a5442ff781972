// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "ui/generate/memory_modes.h"
#include "ui/plan/plan_feed.h"
#include "ui/widgets/card.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace fw::ui {

class JobListModel;
class MemoryBars;
class WrapLabel;

/// How the clip is fitted into memory, with what that takes against what is free. The automatic choice is the
/// fastest mode whose plan fits. GUI thread only.
class MemoryCard : public Card {
  Q_OBJECT
 public:
  MemoryCard(EngineBridge& bridge, JobListModel& jobs, QWidget* parent = nullptr);

  /// The clip's other parameters, by which it is planned, or why there can be no plan.
  void setClip(const nlohmann::json& clip, const QString& obstacle);
  /// "offload", "text_encoder", "streamed_blocks", "vae_tiling", "device", "dtype".
  nlohmann::json params() const;
  /// The same with "memory_mode".
  nlohmann::json state() const;
  /// Takes those that are there; memory parameters without a "memory_mode" choose the mode that has them.
  void setParams(const nlohmann::json& params);
  QString verdict() const;
  /// Whether there is a plan, and what it needs is free.
  bool fits() const;

 Q_SIGNALS:
  void changed();
  void verdictChanged();

 private:
  void makeOwnRows();
  bool isAutomatic() const;
  bool isOwn() const;
  nlohmann::json ownParams() const;
  void showOwn(const nlohmann::json& params);
  void fillDevices();
  void modeChosen();
  void ask();
  void take(const nlohmann::json& plan);
  uint64_t freeBytes() const;
  void showPlan();
  void showVerdict();

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  PlanFeed m_feed;
  nlohmann::json m_clip;
  QString m_obstacle;
  nlohmann::json m_asked;  // what the plan is of, or is being made of
  std::optional<nlohmann::json> m_plan;
  std::optional<Fault> m_fault;
  size_t m_tried = 0;                         // step of the automatic choice that is being planned
  int64_t m_blocks = 0;                       // of the transformer, once a plan says it
  nlohmann::json m_found = memoryParams({});  // the automatic choice's parameters
  QString m_foundName;
  uint64_t m_idleBytes = 0;  // free when no job ran last

  QComboBox* m_mode;
  QFormLayout* m_rows = nullptr;
  QComboBox* m_offload;
  QComboBox* m_encoder;
  QSpinBox* m_blocksBox;
  QCheckBox* m_tiling;
  QComboBox* m_device;
  QComboBox* m_dtype;
  WrapLabel* m_help;
  MemoryBars* m_bars;
  QLabel* m_icon;
  WrapLabel* m_verdict;
};

}  // namespace fw::ui
