// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/memory_modes.h"

#include <QCoreApplication>

namespace fw::ui {

namespace {

QString modeText(const char* sentence) {
  return QCoreApplication::translate("memory modes", sentence);
}

using catalog::Offload;
using Encoder = catalog::TextEncoderPlace;

}  // namespace

std::vector<MemoryMode> memoryModes() {
  return {
      {QStringLiteral("components"),
       modeText(QT_TRANSLATE_NOOP("memory modes", "One component at a time")),
       modeText(QT_TRANSLATE_NOOP(
           "memory modes", "Text encoder, transformer and VAE are loaded in turn: as fast as all at once.")),
       {}},
      {QStringLiteral("everything"),
       modeText(QT_TRANSLATE_NOOP("memory modes", "Everything on the device")),
       modeText(
           QT_TRANSLATE_NOOP("memory modes", "All components stay on the device until the clip is done.")),
       {.offload = Offload::none}},
      {QStringLiteral("streamed"),
       modeText(QT_TRANSLATE_NOOP("memory modes", "Streamed blocks")),
       modeText(QT_TRANSLATE_NOOP("memory modes",
                                  "Text encoder and transformer stay in host memory and are streamed block "
                                  "by block: slower, for models larger than the device's memory.")),
       {.text_encoder = Encoder::streamed, .streamed_blocks = allBlocks}},
      {QStringLiteral("least"),
       modeText(QT_TRANSLATE_NOOP("memory modes", "Least memory")),
       modeText(QT_TRANSLATE_NOOP(
           "memory modes",
           "Streamed blocks, text encoder on the CPU, clip decoded in tiles: faint seams may show.")),
       {.text_encoder = Encoder::cpu, .streamed_blocks = allBlocks, .vae_tiling = true}},
      {QStringLiteral("balanced"),
       modeText(QT_TRANSLATE_NOOP("memory modes", "Balanced over all GPUs")),
       modeText(QT_TRANSLATE_NOOP("memory modes",
                                  "One process places the transformer's blocks over all GPUs: as fast as one "
                                  "GPU, for models that none of them holds.")),
       {.device_map = catalog::DeviceMap::balanced}},
  };
}

QString memoryModeOf(const engine_api::ClipMemory& memory) {
  for (const MemoryMode& mode : memoryModes()) {
    if (mode.memory == memory) return mode.id;
  }
  return {};
}

QString memoryText(const engine_api::ClipMemory& memory, int64_t blocks) {
  const auto modes = memoryModes();
  if (memory.vae_tiling) return modes[3].name;
  if (memory.device_map == catalog::DeviceMap::balanced) return modes[4].name;
  if (memory.streamed_blocks >= blocks && blocks > 0) return modes[2].name;
  if (memory.streamed_blocks > 0)
    return modeText(QT_TRANSLATE_NOOP("memory modes", "%1 of %2 blocks streamed"))
        .arg(memory.streamed_blocks)
        .arg(blocks);
  if (memory.text_encoder == Encoder::streamed)
    return modeText(QT_TRANSLATE_NOOP("memory modes", "One component at a time, text encoder streamed"));
  return modes[0].name;
}

}  // namespace fw::ui
