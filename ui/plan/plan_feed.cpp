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
  return m_bridge.hasKind(engine_api::PlanRequest::kind);
}

void PlanFeed::setBusy(bool busy) {
  if (m_isBusy == busy) return;
  m_isBusy = busy;
  Q_EMIT busyChanged();
}

void PlanFeed::askForPlan(const std::string& text, const std::filesystem::path& file, int64_t processes) {
  askSoon({.run_file = file, .text = text, .ranks = processes});
}

void PlanFeed::askForClip(const engine_api::GenerateRequest& clip) {
  askSoon({.generation = clip});
}

void PlanFeed::askForClipFit(const engine_api::GenerateRequest& clip, int64_t bytes) {
  askSoon({.vram_bytes = bytes, .fit = true, .generation = clip});
}

void PlanFeed::askForCards(const engine_api::GenerateRequest& clip, const std::string& cards) {
  askSoon({.generation = clip, .cards = cards});
}

void PlanFeed::askSoon(engine_api::PlanRequest request) {
  m_request = std::move(request);
  m_pause.start();
  setBusy(true);
}

void PlanFeed::askForFit(const std::string& text, const std::filesystem::path& file) {
  m_request = {.run_file = file, .text = text, .fit = true};
  m_pause.stop();
  setBusy(true);
  ask();
}

void PlanFeed::ask() {
  if (!isAvailable()) return setBusy(false);
  if (!m_planner) {
    m_planner = std::make_unique<jobs::PlannerThread>(
        m_bridge.maker(engine_api::PlanRequest::kind), [this](const jobs::PlanAnswer& answer) {
          QMetaObject::invokeMethod(
              this, [this, answer] { take(answer); }, Qt::QueuedConnection);
        });
  }
  m_planner->request(m_request);
}

void PlanFeed::take(const jobs::PlanAnswer& answer) {
  if (m_pause.isActive()) return;  // for a text that has changed
  setBusy(false);
  if (const auto* const fault = std::get_if<Fault>(&answer)) {
    Q_EMIT failed(*fault);
  } else if (const auto* const fit = std::get_if<engine_api::RunFit>(&answer)) {
    Q_EMIT fitted(*fit);
  } else if (const auto* const clip = std::get_if<engine_api::ClipFit>(&answer)) {
    Q_EMIT clipFitted(*clip);
  } else if (const auto* const cards = std::get_if<engine_api::ScalingPlan>(&answer)) {
    Q_EMIT scaled(*cards);
  } else {
    Q_EMIT planned(std::get<engine_api::RunPlan>(answer));
  }
}

int64_t freeBytesFor(const EngineBridge& bridge, const QString& wanted,
                     const std::optional<engine_api::RunPlan>& plan) {
  const bool onCpu = wanted == QLatin1String("cpu") || (plan && plan->on_cpu());
  for (const DeviceStatus& device : bridge.devices()) {
    const bool isMeant = onCpu
                             ? !device.isGpu()
                             : device.isGpu() && (!wanted.contains(QLatin1Char(':')) || wanted == device.id);
    if (isMeant) return static_cast<int64_t>(device.freeBytes);
  }
  return plan ? plan->device_limit_bytes : 0;
}

}  // namespace fw::ui
