// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "jobs/planner_thread.h"

namespace fw::ui {

class EngineBridge;

/// The planned device memory of runs, from one dry run each, independent of the queue. GUI thread only.
class PlannedMemory : public QObject {
  Q_OBJECT
 public:
  explicit PlannedMemory(EngineBridge& bridge, QObject* parent = nullptr);
  ~PlannedMemory() override;

  /// Requests the plan of a run, unless requested before or there is no engine. planned() follows.
  /// @param deviceBytes  memory of the run's device
  void ask(const QString& runFolder, double deviceBytes);
  /// The peak over all phases; nullopt while unknown.
  std::optional<double> bytes(const QString& runFolder) const;

 Q_SIGNALS:
  void planned();

 private:
  struct Question {
    QString run;
    double deviceBytes = 0;
  };
  void askNext();
  void take(const jobs::PlanAnswer& answer);

  EngineBridge& m_bridge;
  std::map<QString, std::optional<double>> m_bytes;  // requested ones
  std::deque<Question> m_questions;                  // the first one is running
  std::unique_ptr<jobs::PlannerThread> m_planner;
};

}  // namespace fw::ui
