// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <optional>

#include "run/run_folder.h"

namespace fw::ui {

/// The step of the weights in a run's result/; nullopt without a result. Thread: any.
std::optional<qint64> resultStep(const run::RunPaths& run, bool isLora);

/// A run's LoRA files by step. Thread: any. Cost: lists its checkpoints.
std::map<qint64, QString> keptLoras(const QString& runFolder);

}  // namespace fw::ui
