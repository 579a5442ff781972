// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/plan_feed.h"

#include "base/paths.h"
#include "ui/state/engine_bridge.h"

namespace fw::ui {

namespace {

constexpr int planPauseMs = 300;

}  // namespace

PlanFeed::PlanFeed(EngineBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
  m_pause.setSingleShot(true);
  m_pause.setInterval(planPauseMs);
  connect(&m_pause, &QTimer::timeout, this, &PlanFeed::ask);
}

PlanFeed::~PlanFeed() = default;

bool PlanFeed::isAvailable() const {
  return m_bridge.hasKind("plan");
}

void PlanFeed::setBusy(bool busy) {
  if (m_isBusy == busy) return;
  m_isBusy = busy;
  Q_EMIT busyChanged();
}

void PlanFeed::askForPlan(const std::string& text, const std::filesystem::path& file) {
  m_request = {{"run_file", to_utf8(file)}, {"text", text}};
  m_pause.start();
  setBusy(true);
}

void PlanFeed::askForClip(const nlohmann::json& params) {
  m_request = {{"generation", params}};
  m_pause.start();
  setBusy(true);
}

void PlanFeed::askForFit(const std::string& text, const std::filesystem::path& file) {
  m_request = {{"run_file", to_utf8(file)}, {"text", text}, {"fit", true}};
  m_pause.stop();
  setBusy(true);
  ask();
}

void PlanFeed::ask() {
  if (!isAvailable()) return setBusy(false);
  if (!m_planner) {
    m_planner = std::make_unique<jobs::PlannerThread>(
        m_bridge.maker("plan"), [this](const engine_api::Outcome& outcome) {
          QMetaObject::invokeMethod(
              this, [this, outcome] { take(outcome); }, Qt::QueuedConnection);
        });
  }
  m_planner->request(m_request);
}

void PlanFeed::take(const engine_api::Outcome& outcome) {
  if (m_pause.isActive()) return;  // of a text that has changed
  setBusy(false);
  if (outcome.state == engine_api::JobState::failed) {
    Q_EMIT failed(outcome.fault);
  } else if (outcome.result.contains("changes")) {
    Q_EMIT fitted(outcome.result);
  } else {
    Q_EMIT planned(outcome.result);
  }
}

uint64_t freeBytesFor(const EngineBridge& bridge, const QString& wanted, const nlohmann::json& plan) {
  const bool onCpu = wanted == QLatin1String("cpu") || (!plan.is_null() && plan.at("device") == "cpu");
  for (const DeviceStatus& device : bridge.devices()) {
    const bool isMeant = onCpu
                             ? !device.isGpu()
                             : device.isGpu() && (!wanted.contains(QLatin1Char(':')) || wanted == device.id);
    if (isMeant) return device.freeBytes;
  }
  return plan.is_null() ? 0 : plan.at("device_limit_bytes").get<uint64_t>();
}

}  // namespace fw::ui
