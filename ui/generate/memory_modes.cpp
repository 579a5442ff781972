// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/memory_modes.h"

#include <QCoreApplication>

namespace fw::ui {

namespace {

QString modeText(const char* sentence) {
  return QCoreApplication::translate("memory modes", sentence);
}

nlohmann::json choice(const char* offload, const char* encoder, int64_t blocks, bool tiling) {
  return {
      {"offload", offload}, {"text_encoder", encoder}, {"streamed_blocks", blocks}, {"vae_tiling", tiling}};
}

}  // namespace

nlohmann::json memoryParams(const nlohmann::json& params) {
  nlohmann::json memory = choice("model", "device", 0, false);
  for (auto& [key, value] : memory.items()) {
    const auto given = params.find(key);
    // Whole numbers have two types here.
    if (given != params.end() && (given->type() == value.type() || (given->is_number() && value.is_number())))
      value = *given;
  }
  return memory;
}

std::vector<MemoryMode> memoryModes() {
  return {
      {QStringLiteral("components"), modeText(QT_TRANSLATE_NOOP("memory modes", "One component at a time")),
       modeText(QT_TRANSLATE_NOOP(
           "memory modes", "Text encoder, transformer and VAE are loaded in turn: as fast as all at once.")),
       choice("model", "device", 0, false)},
      {QStringLiteral("everything"), modeText(QT_TRANSLATE_NOOP("memory modes", "Everything on the device")),
       modeText(
           QT_TRANSLATE_NOOP("memory modes", "All components stay on the device until the clip is done.")),
       choice("none", "device", 0, false)},
      {QStringLiteral("streamed"), modeText(QT_TRANSLATE_NOOP("memory modes", "Streamed blocks")),
       modeText(QT_TRANSLATE_NOOP("memory modes",
                                  "Text encoder and transformer stay in host memory and are streamed block "
                                  "by block: slower, for models larger than the device's memory.")),
       choice("model", "stream", allBlocks, false)},
      {QStringLiteral("least"), modeText(QT_TRANSLATE_NOOP("memory modes", "Least memory")),
       modeText(QT_TRANSLATE_NOOP(
           "memory modes",
           "Streamed blocks, text encoder on the CPU, clip decoded in tiles: faint seams may show.")),
       choice("model", "cpu", allBlocks, true)},
  };
}

QString memoryModeOf(const nlohmann::json& params) {
  const nlohmann::json wanted = memoryParams(params);
  for (const MemoryMode& mode : memoryModes()) {
    if (mode.params == wanted) return mode.id;
  }
  return {};
}

std::vector<MemoryMode> automaticModes(int64_t blocks) {
  const auto modes = memoryModes();
  std::vector<MemoryMode> tried{modes[0]};
  tried.push_back(
      {{},
       modeText(QT_TRANSLATE_NOOP("memory modes", "One component at a time, text encoder streamed")),
       {},
       choice("model", "stream", 0, false)});
  if (blocks > 1)
    tried.push_back(
        {{},
         modeText(QT_TRANSLATE_NOOP("memory modes", "%1 of %2 blocks streamed")).arg(blocks / 2).arg(blocks),
         {},
         choice("model", "stream", blocks / 2, false)});
  tried.push_back(modes[2]);
  tried.push_back(modes[3]);
  return tried;
}

}  // namespace fw::ui
