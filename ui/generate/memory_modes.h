// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine_api/requests.h"

/// Named modes that save memory, with their settings for the engine.
namespace fw::ui {

struct MemoryMode {
  QString id;    ///< stable
  QString name;  ///< as shown in a list
  QString help;
  engine_api::ClipMemory memory{};
};

/// More blocks than any model has: means all of them.
inline constexpr int allBlocks = 1000;

std::vector<MemoryMode> memoryModes();
/// The id of the matching mode; empty: none.
QString memoryModeOf(const engine_api::ClipMemory& memory);
/// "12 of 42 blocks streamed": the result of the automatic mode. @param blocks  of the transformer
QString memoryText(const engine_api::ClipMemory& memory, int64_t blocks);

}  // namespace fw::ui
