// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <string>
#include <utility>

#include "engine_api/scaling.h"
#include "ui/plan/plan_feed.h"

namespace fw::ui {

/// Describes what several processes gain for a clip. GUI thread only.
class SharedForecast : public QObject {
  Q_OBJECT
 public:
  explicit SharedForecast(EngineBridge& bridge, QObject* parent = nullptr);

  /// For GPUs: text() changes when the forecast is ready.
  /// @param card  name of the GPUs; empty: they differ, and there is no forecast
  void askForGpus(const engine_api::GenerateRequest& clip, int64_t gpus, const QString& card);
  void showProcesses();  ///< on the CPU, which has no forecast
  void clear();          ///< for one process
  QString text() const { return m_text; }

 Q_SIGNALS:
  void changed();

 private:
  void say(const QString& text);
  void take(const engine_api::ScalingPlan& plan);

  PlanFeed m_feed;
  std::optional<std::pair<engine_api::GenerateRequest, std::string>> m_asked;
  QString m_text;
};

}  // namespace fw::ui
