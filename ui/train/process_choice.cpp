// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/process_choice.h"

#include <QAbstractItemView>
#include <QThread>
#include <algorithm>

#include "engine_api/requests.h"
#include "run/run_settings.h"
#include "ui/state/engine_bridge.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

ProcessChoice::ProcessChoice(QWidget* parent) : ProcessCount(parent) {
  const QString help =
      tr("How many processes of this machine train the run together. What it learns does not "
         "depend on it. The plan shows what one of them needs.");
  named(this, tr("Processes"), help);
  named(view(), tr("Processes"));
  setToolTip(help);
  hide();
}

void ProcessChoice::offer(const EngineBridge& bridge, const run::RunSettings& settings) {
  const auto gpus = std::ranges::count_if(bridge.devices(), &DeviceStatus::isGpu);
  const bool onGpu = gpus > 0 && settings.device != "cpu";
  // Without micro-batches or tokens to divide, one process uses the cores better.
  const bool divides = settings.gradient_accumulation_steps > 1 || settings.ulysses * settings.ring > 1;
  const int64_t offered = onGpu ? gpus : divides ? QThread::idealThreadCount() : 1;
  setVisible(offered > 1 && bridge.hasKind(engine_api::TrainRequest::kind));
  ProcessCount::offer(offered, onGpu);
}

}  // namespace fw::ui
