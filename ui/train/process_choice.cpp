// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/process_choice.h"

#include <QAbstractItemView>
#include <QThread>
#include <algorithm>
#include <utility>

#include "engine_api/requests.h"
#include "run/run_settings.h"
#include "ui/state/engine_bridge.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr int64_t mostProcesses = 8;
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

ProcessChoice::ProcessChoice(QWidget* parent) : QComboBox(parent) {
  const QString help =
      tr("How many processes of this machine train the run together. What it learns does not "
         "depend on it. The plan shows what one of them needs.");
  named(this, tr("Processes"), help);
  named(view(), tr("Processes"));
  setToolTip(help);
  setSizeAdjustPolicy(QComboBox::AdjustToContents);
  addItem(QString(), 1);
  hide();
}

void ProcessChoice::offer(const EngineBridge& bridge, const run::RunSettings& settings) {
  const auto gpus = std::ranges::count_if(bridge.devices(), &DeviceStatus::isGpu);
  const bool onGpu = gpus > 0 && settings.device != "cpu";
  // Without micro-batches to deal out the cores serve one process better.
  const int64_t shares = settings.gradient_accumulation_steps > 1 ? QThread::idealThreadCount() : 1;
  const int64_t most = std::clamp<int64_t>(onGpu ? gpus : shares, 1, mostProcesses);
  setVisible(most > 1 && bridge.hasKind(engine_api::TrainRequest::kind));
  // Devices are looked at every other second: the list that somebody has open stays.
  if (std::exchange(m_offered, {most, onGpu}) == std::pair(most, onGpu)) return;
  const int64_t before = std::min(count(), most);
  const QSignalBlocker blocker(this);
  clear();
  for (int64_t processes = 1; processes <= most; ++processes) {
    const auto number = static_cast<int>(processes);
    addItem(onGpu ? tr("%n GPUs", nullptr, number) : tr("%n processes", nullptr, number),
            qlonglong{processes});
  }
  setCurrentIndex(static_cast<int>(before) - 1);
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
