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

/// How to fit the clip into memory: the memory needed and the memory free. The automatic mode is the fastest
/// that fits. GUI thread only.
class MemoryCard : public Card {
  Q_OBJECT
 public:
  MemoryCard(EngineBridge& bridge, JobListModel& jobs, QWidget* parent = nullptr);

  /// The rest of the request, for the plan, or the reason for the lack of a plan.
  void setClip(engine_api::GenerateRequest clip, const QString& obstacle);
  /// Writes memory, device, processes and precision.
  void write(engine_api::GenerateRequest& request) const;
  QString mode() const;
  /// @param mode  empty: the mode that matches the request
  void setRequest(const engine_api::GenerateRequest& request, QString mode = {});
  QString verdict() const;
  /// Whether there is a plan and its memory is free.
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
  std::optional<engine_api::GenerateRequest> m_asked;  // the request planned, or being planned
  std::optional<engine_api::RunPlan> m_plan;
  std::optional<Fault> m_fault;
  engine_api::ClipMemory m_found;  // result of the automatic mode
  QString m_foundName;
  int64_t m_idleBytes = 0;  // free when last no job was running

  QComboBox* m_mode;
  QFormLayout* m_rows = nullptr;
  QComboBox* m_offload;
  QComboBox* m_encoder;
  QSpinBox* m_blocksBox;
  QCheckBox* m_tiling;
  QComboBox* m_deviceMap;
  QComboBox* m_device;
  ProcessCount* m_processes;
  WrapLabel* m_brings;  // speed-up of several processes
  QComboBox* m_dtype;
  QComboBox* m_quantization;
  QComboBox* m_attention;
  WrapLabel* m_help;
  MemoryBars* m_bars;
  QLabel* m_icon;
  WrapLabel* m_verdict;
};

}  // namespace fw::ui
