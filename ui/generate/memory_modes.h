// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine_api/requests.h"

/// Named ways to make a clip in less memory, each with what it asks of the engine.
namespace fw::ui {

struct MemoryMode {
  QString id;    ///< stable; empty: a step of the automatic choice that has no name of its own
  QString name;  ///< as a list shows it
  QString help;
  engine_api::ClipMemory memory{};
};

/// More blocks than any model has: all of them.
inline constexpr int allBlocks = 1000;

std::vector<MemoryMode> memoryModes();
/// The id of the one that is this; empty where it is none of them.
QString memoryModeOf(const engine_api::ClipMemory& memory);
/// What the automatic choice tries, the fastest first. @param blocks  of the transformer; 0: not known
std::vector<MemoryMode> automaticModes(int64_t blocks);

}  // namespace fw::ui
