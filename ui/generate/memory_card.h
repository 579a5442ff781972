// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "engine_api/requests.h"
#include "ui/generate/memory_modes.h"
#include "ui/generate/shared_forecast.h"
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
class ProcessCount;
class WrapLabel;

/// How the clip is fitted into memory, with what that takes against what is free. The automatic choice is the
/// fastest way that fits. GUI thread only.
class MemoryCard : public Card {
  Q_OBJECT
 public:
  MemoryCard(EngineBridge& bridge, JobListModel& jobs, QWidget* parent = nullptr);

  /// The rest of the clip, by which it is planned, or why there can be no plan.
  void setClip(engine_api::GenerateRequest clip, const QString& obstacle);
  /// Writes memory, device, processes and precision.
  void write(engine_api::GenerateRequest& request) const;
  QString mode() const;
  /// @param mode  empty: the mode that is what the request asks for
  void setRequest(const engine_api::GenerateRequest& request, QString mode = {});
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
  engine_api::ClipMemory ownMemory() const;
  void showOwn(const engine_api::ClipMemory& memory);
  void fillDevices();
  void offerProcesses();
  void showShared();
  void modeChosen();
  void ask();
  void take(const engine_api::RunPlan& plan);
  void takeFit(const engine_api::ClipFit& fit);
  int64_t holders() const;
  int64_t neededBytes() const;
  int64_t neededHostBytes() const;
  int64_t freeBytes() const;
  void showPlan();
  void showVerdict();

  EngineBridge& m_bridge;
  JobListModel& m_jobs;
  PlanFeed m_feed;
  SharedForecast m_shared;
  QString m_obstacle;
  std::optional<engine_api::GenerateRequest> m_asked;  // what the plan is of, or is being made of
  std::optional<engine_api::RunPlan> m_plan;
  std::optional<Fault> m_fault;
  engine_api::ClipMemory m_found;  // the automatic choice
  QString m_foundName;
  int64_t m_idleBytes = 0;  // free when no job ran last

  QComboBox* m_mode;
  QFormLayout* m_rows = nullptr;
  QComboBox* m_offload;
  QComboBox* m_encoder;
  QSpinBox* m_blocksBox;
  QCheckBox* m_tiling;
  QComboBox* m_deviceMap;
  QComboBox* m_device;
  ProcessCount* m_processes;
  WrapLabel* m_brings;  // several of them
  QComboBox* m_dtype;
  QComboBox* m_quantization;
  QComboBox* m_attention;
  WrapLabel* m_help;
  MemoryBars* m_bars;
  QLabel* m_icon;
  WrapLabel* m_verdict;
};

}  // namespace fw::ui
