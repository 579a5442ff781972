// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine_api/requests.h"

/// Named ways to make a clip in less memory, each with what it asks of the engine.
namespace fw::ui {

struct MemoryMode {
  QString id;    ///< stable
  QString name;  ///< as a list shows it
  QString help;
  engine_api::ClipMemory memory{};
};

/// More blocks than any model has: all of them.
inline constexpr int allBlocks = 1000;

std::vector<MemoryMode> memoryModes();
/// The id of the one that is this; empty where it is none of them.
QString memoryModeOf(const engine_api::ClipMemory& memory);
/// "12 of 42 blocks streamed": what the automatic choice found. @param blocks  of the transformer
QString memoryText(const engine_api::ClipMemory& memory, int64_t blocks);

}  // namespace fw::ui
