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

/// What runs were planned to need on their device: by one dry run each, beside whatever the queue does.
/// GUI thread only.
class PlannedMemory : public QObject {
  Q_OBJECT
 public:
  explicit PlannedMemory(EngineBridge& bridge, QObject* parent = nullptr);
  ~PlannedMemory() override;

  /// Asks for the plan of a run, unless it was asked for before or there is no engine. planned() follows.
  /// @param deviceBytes  memory of the device that the run is on
  void ask(const QString& runFolder, double deviceBytes);
  /// The peak over all phases; nothing while it is not known.
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
  std::map<QString, std::optional<double>> m_bytes;  // asked for
  std::deque<Question> m_questions;                  // the first one is under way
  std::unique_ptr<jobs::PlannerThread> m_planner;
};

}  // namespace fw::ui
