// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "jobs/planner_thread.h"

namespace fw::ui {

class EngineBridge;

/// Forecasts of a run while it is edited, on the planner's own thread: also while another run trains. Only
/// the latest request is answered. GUI thread only.
class PlanFeed : public QObject {
  Q_OBJECT
 public:
  explicit PlanFeed(EngineBridge& bridge, QObject* parent = nullptr);
  ~PlanFeed() override;

  bool isAvailable() const;
  /// Whether an answer is on its way.
  bool isBusy() const { return m_isBusy; }
  /// After a pause in the typing: planned() or failed() follows.
  void askForPlan(const std::string& text, const std::filesystem::path& file);
  /// Of a clip: parameters of the job "generate". planned() or failed() follows.
  void askForClip(const nlohmann::json& params);
  /// Which settings would fit: fitted() or failed() follows, unless a plan is asked for meanwhile.
  void askForFit(const std::string& text, const std::filesystem::path& file);

 Q_SIGNALS:
  void planned(const nlohmann::json& plan);
  void fitted(const nlohmann::json& fit);
  void failed(const fw::Fault& fault);
  void busyChanged();

 private:
  void ask();
  void take(const engine_api::Outcome& outcome);
  void setBusy(bool busy);

  EngineBridge& m_bridge;
  nlohmann::json m_request;
  QTimer m_pause;
  bool m_isBusy = false;
  std::unique_ptr<jobs::PlannerThread> m_planner;  // last: ends before all else
};

/// What is free now on the device that is meant, or what was free when the plan was made.
/// @param wanted  "auto", "cpu", "cuda" or "cuda:N". @param plan  null where there is none
uint64_t freeBytesFor(const EngineBridge& bridge, const QString& wanted, const nlohmann::json& plan);

}  // namespace fw::ui
