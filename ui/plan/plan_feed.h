// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "jobs/planner_thread.h"

namespace fw::ui {

class EngineBridge;

/// Forecasts of the run or clip being edited, computed on the planner's own thread, even while a run trains.
/// Only the latest request is answered. GUI thread only.
class PlanFeed : public QObject {
  Q_OBJECT
 public:
  explicit PlanFeed(EngineBridge& bridge, QObject* parent = nullptr);
  ~PlanFeed() override;

  bool isAvailable() const;
  /// Whether an answer is pending.
  bool isBusy() const { return m_isBusy; }
  /// Waits for a pause in typing; then planned() or failed() follows.
  /// @param processes  that will train the run together
  void askForPlan(const std::string& text, const std::filesystem::path& file, int64_t processes = 1);
  /// Plans a clip: planned() or failed() follows.
  void askForClip(const engine_api::GenerateRequest& clip);
  /// Fits a clip into `bytes` of its device (0: the free memory): clipFitted() or failed() follows.
  void askForClipFit(const engine_api::GenerateRequest& clip, int64_t bytes);
  /// Forecasts a clip on these cards, named as in PlanRequest::cards: scaled() or failed() follows.
  void askForCards(const engine_api::GenerateRequest& clip, const std::string& cards);
  /// Searches for settings that fit: fitted() or failed() follows, unless a plan is requested meanwhile.
  void askForFit(const std::string& text, const std::filesystem::path& file);

 Q_SIGNALS:
  void planned(const fw::engine_api::RunPlan& plan);
  void fitted(const fw::engine_api::RunFit& fit);
  void clipFitted(const fw::engine_api::ClipFit& fit);
  void scaled(const fw::engine_api::ScalingPlan& plan);
  void failed(const fw::Fault& fault);
  void busyChanged();

 private:
  void askSoon(engine_api::PlanRequest request);
  void ask();
  void take(const jobs::PlanAnswer& answer);
  void setBusy(bool busy);

  EngineBridge& m_bridge;
  engine_api::PlanRequest m_request;
  QTimer m_pause;
  bool m_isBusy = false;
  std::unique_ptr<jobs::PlannerThread> m_planner;  // last: destroyed first
};

/// Memory free now on the chosen device, or free when the plan was made.
/// @param wanted  "auto", "cpu", "cuda" or "cuda:N"
int64_t freeBytesFor(const EngineBridge& bridge, const QString& wanted,
                     const std::optional<engine_api::RunPlan>& plan);

}  // namespace fw::ui
