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
    FW_TEXT("errors", "Choose a multiple of {shares}."), Blame::input};
constexpr ErrorCode odd_groups{
    "train.odd_groups",
    FW_TEXT("errors", "{key}: {processes} processes cannot form groups of {group} that share each sample."),
    FW_TEXT("errors", "Choose a number of processes that {group} divides, or one process."), Blame::input};
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
  // Without micro-batches or tokens to divide, one process uses the cores better.
  const bool divides = settings.gradient_accumulation_steps > 1 || settings.ulysses * settings.ring > 1;
  const int64_t offered = onGpu ? gpus : divides ? QThread::idealThreadCount() : 1;
  setVisible(offered > 1 && bridge.hasKind(engine_api::TrainRequest::kind));
  ProcessCount::offer(offered, onGpu);
}

std::optional<Fault> ProcessChoice::fault(const run::RunSettings& settings) const {
  const int64_t processes = count(), group = processes > 1 ? settings.ulysses * settings.ring : 1;
  if (processes % group != 0)
    return Fault(odd_groups, {{"key", settings.ulysses > 1 ? "distributed.ulysses" : "distributed.ring"},
                              {"processes", processes},
                              {"group", group}});
  const int64_t shares = processes / group;
  if (settings.gradient_accumulation_steps % shares != 0)
    return Fault(uneven, {{"key", accumulationKey},
                          {"value", settings.gradient_accumulation_steps},
                          {"processes", processes},
                          {"shares", shares}});
  if (processes > 1 && settings.clipping == "micro_batch")
    return Fault(clips_alone, {{"key", "optimizer.clipping"}});
  return std::nullopt;
}

}  // namespace fw::ui
