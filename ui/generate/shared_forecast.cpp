// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/shared_forecast.h"

#include <utility>

#include "ui/state/fault_text.h"

namespace fw::ui {

SharedForecast::SharedForecast(EngineBridge& bridge, QObject* parent) : QObject(parent), m_feed(bridge) {
  connect(&m_feed, &PlanFeed::scaled, this, &SharedForecast::take);
  connect(&m_feed, &PlanFeed::failed, this, [this](const Fault& fault) {
    if (m_asked) say(tr("No forecast: %1").arg(faultText(fault)));
  });
}

void SharedForecast::askForGpus(const engine_api::GenerateRequest& clip, int64_t gpus, const QString& card) {
  if (card.isEmpty()) {
    m_asked.reset();
    return say(tr("No forecast: the GPUs are of different kinds."));
  }
  std::pair wanted{clip, std::to_string(gpus) + "x" + card.toStdString()};
  if (m_asked == wanted) return;
  m_asked = std::move(wanted);
  say(tr("Planning…"));
  m_feed.askForCards(m_asked->first, m_asked->second);
}

void SharedForecast::showProcesses() {
  m_asked.reset();
  say(
      tr("They share the cores of the processor, and each of them holds the model. There is no forecast of "
         "the time."));
}

void SharedForecast::clear() {
  m_asked.reset();
  say({});
}

void SharedForecast::say(const QString& text) {
  if (std::exchange(m_text, text) != text) Q_EMIT changed();
}

void SharedForecast::take(const engine_api::ScalingPlan& plan) {
  const auto all = plan.of_all({});
  if (!m_asked || !all) return;
  const engine_api::MeshForecast& best = all->best;
  QString text = sentences(
      {reasonText(*all),
       tr("About %1 for the clip and %2 on each GPU.")
           .arg(durationText(best.seconds), bytesText(static_cast<uint64_t>(best.memory_bytes))),
       best.extrapolated ? tr("Based on assumed link speeds; none have been measured.") : QString()});
  if (plan.best.mesh.size() < best.mesh.size()) text += QLatin1Char('\n') + reasonText(plan);
  say(text);
}

}  // namespace fw::ui
