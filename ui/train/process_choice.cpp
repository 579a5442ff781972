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

namespace {

constexpr const char* accumulationKey = "training.gradient_accumulation_steps";

constexpr ErrorCode uneven{
    "train.uneven_processes",
    FW_TEXT("errors",
            "{key}: {value} {value:micro-batch|micro-batches} cannot be dealt out to {processes} processes."),
    FW_TEXT("errors", "Choose a multiple of {processes}."), Blame::input};
constexpr ErrorCode clips_alone{
    "train.processes_clip_updates",
    FW_TEXT("errors", "{key}: several processes clip the gradients of whole updates only."),
    FW_TEXT("errors", "Choose “update”, or train in one process."), Blame::input};

}  // namespace

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
  // Without micro-batches to deal out the cores serve one process better.
  const int64_t shares = settings.gradient_accumulation_steps > 1 ? QThread::idealThreadCount() : 1;
  const int64_t offered = onGpu ? gpus : shares;
  setVisible(offered > 1 && bridge.hasKind(engine_api::TrainRequest::kind));
  ProcessCount::offer(offered, onGpu);
}

std::optional<Fault> ProcessChoice::fault(const run::RunSettings& settings) const {
  const int64_t processes = count();
  if (settings.gradient_accumulation_steps % processes != 0)
    return Fault(uneven, {{"key", accumulationKey},
                          {"value", settings.gradient_accumulation_steps},
                          {"processes", processes}});
  if (processes > 1 && settings.clipping == "micro_batch")
    return Fault(clips_alone, {{"key", "optimizer.clipping"}});
  return std::nullopt;
}

}  // namespace fw::ui
