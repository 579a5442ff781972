// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/planned_memory.h"

#include "jobs/engine_library.h"
#include "ui/state/engine_bridge.h"

namespace fw::ui {

PlannedMemory::PlannedMemory(EngineBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {}

PlannedMemory::~PlannedMemory() = default;

std::optional<double> PlannedMemory::bytes(const QString& runFolder) const {
  const auto found = m_bytes.find(runFolder);
  return found == m_bytes.end() ? std::nullopt : found->second;
}

void PlannedMemory::ask(const QString& runFolder, double deviceBytes) {
  if (!m_bridge.maker(engine_api::PlanRequest::kind) || m_bytes.contains(runFolder)) return;
  m_bytes[runFolder];
  m_questions.push_back({runFolder, deviceBytes});
  if (m_questions.size() == 1) askNext();
}

void PlannedMemory::askNext() {
  if (m_questions.empty()) return;
  if (!m_planner) {
    m_planner = std::make_unique<jobs::PlannerThread>(
        m_bridge.maker(engine_api::PlanRequest::kind), [this](const jobs::PlanAnswer& answer) {
          QMetaObject::invokeMethod(
              this, [this, answer] { take(answer); }, Qt::QueuedConnection);
        });
  }
  const Question& question = m_questions.front();
  m_planner->request({.run_file = (question.run + QStringLiteral("/run.toml")).toStdString(),
                      .vram_bytes = static_cast<int64_t>(question.deviceBytes)});
}

void PlannedMemory::take(const jobs::PlanAnswer& answer) {
  // A run that cannot be planned (e.g. its model is missing) has no line; that is not reported here.
  if (const auto* const plan = std::get_if<engine_api::RunPlan>(&answer);
      plan != nullptr && !plan->on_cpu()) {
    m_bytes[m_questions.front().run] = static_cast<double>(plan->device_peak_bytes());
    Q_EMIT planned();
  }
  m_questions.pop_front();
  askNext();
}

}  // namespace fw::ui
