// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <nlohmann/json.hpp>
#include <vector>

/// Named ways to make a clip in less memory, as parameters of the job "generate".
namespace fw::ui {

struct MemoryMode {
  QString id;    ///< stable; empty: a step of the automatic choice that has no name of its own
  QString name;  ///< as a list shows it
  QString help;
  nlohmann::json params;  ///< "offload", "text_encoder", "streamed_blocks", "vae_tiling"
};

/// More blocks than any model has: all of them.
inline constexpr int allBlocks = 1000;

std::vector<MemoryMode> memoryModes();
/// The id of the one with these parameters; empty where it is none of them.
QString memoryModeOf(const nlohmann::json& params);
/// What the automatic choice tries, the fastest first. @param blocks  of the transformer; 0: not known
std::vector<MemoryMode> automaticModes(int64_t blocks);
/// The four parameters alone.
nlohmann::json memoryParams(const nlohmann::json& params);

}  // namespace fw::ui
