// SPDX-License-Identifier: Apache-2.0
#include "documents/card_tables.h"

#include <algorithm>
#include <cmath>

#include "base/units.h"

namespace fw::documents {

using run::Preset;

namespace {

using Cell = std::string (*)(const Preset& preset);

std::string gib(int64_t bytes) {
  return format_fixed(static_cast<double>(bytes) / (1 << 30), 1);
}

/// "11.4", or "no (8.4)".
std::string need(const Preset& preset) {
  const std::string needed = gib(preset.verdict->needed_bytes);
  return preset.fits ? needed : "no (" + needed + ")";
}

std::string in_short(const run::SettingChange& change, int64_t blocks) {
  const std::string& key = change.key;
  if (key == "validation.text_encoder") return "TE";
  if (key == "data.vae_tiling") return "T";
  if (key == "memory.activation_offload") return "A";
  if (key == "memory.streamed_blocks") return change.value + "/" + std::to_string(blocks);
  if (key == "optimizer.offload") return "optimizer in host memory";
  if (key == "optimizer.offload_gradients") return "";
  if (key == "optimizer.optimizer") return "8-bit";
  if (key == "sft.trained_type") return "bf16";
  return key;
}

/// "11.4: TE, 33/42, 4 %"
std::string need_and_cost(const Preset& preset) {
  std::string notes;
  for (const run::SettingChange& change : preset.verdict->changes)
    if (const std::string note = in_short(change, preset.verdict->block_count); !note.empty())
      notes += (notes.empty() ? "" : ", ") + note;
  const long percent = std::lround(100 * preset.verdict->slower);
  if (percent > 0) notes += (notes.empty() ? "" : ", ") + std::to_string(percent) + " %";
  return need(preset) + (notes.empty() || !preset.fits ? "" : ": " + notes);
}

/// A model's row; models with equal cells share one.
struct Row {
  std::string models, bucket, cells;
};

std::vector<Row> rows(const std::vector<Preset>& presets, const std::string& training,
                      const std::vector<int>& cards, Cell cell) {
  std::vector<Row> all;
  for (const Preset& first : presets) {
    const std::string kind = " " + training + ", " + std::to_string(cards.front()) + " GB";
    if (!first.name.ends_with(kind)) continue;
    Row row{first.name.substr(0, first.name.size() - kind.size()),
            first.settings.video_resolution_buckets.at(0), ""};
    for (const int card : cards) {
      const std::string name = row.models + " " + training + ", " + std::to_string(card) + " GB";
      const auto found = std::ranges::find(presets, name, &Preset::name);
      row.cells += " | " + (found == presets.end() ? "–" : cell(*found));
    }
    const auto same = std::ranges::find_if(
        all, [&](const Row& other) { return other.bucket == row.bucket && other.cells == row.cells; });
    if (same == all.end())
      all.push_back(row);
    else
      same->models += ", " + row.models;
  }
  return all;
}

CardTable table(const std::string& file, const std::vector<Preset>& presets, const std::string& training,
                const std::string& first_column, const std::vector<int>& cards, Cell cell) {
  CardTable made{file, "| " + first_column + " |", ""};
  std::string line = "| --- |";
  for (const int card : cards) {
    made.heading += " " + std::to_string(card) + " GB |";
    line += " --- |";
  }
  made.text = made.heading + "\n" + line + "\n";
  for (const Row& row : rows(presets, training, cards, cell))
    made.text += "| " + row.models + ", " + row.bucket + row.cells + " |\n";
  return made;
}

}  // namespace

std::vector<CardTable> card_tables(const std::vector<Preset>& presets) {
  const std::string guide = "resources/help/memory.md", lora = "LoRA", full = "full fine-tune";
  return {table("README.md", presets, lora, "Model and clip", {8, 12, 16, 24}, need),
          table(guide, presets, lora, "LoRA of", {8, 12, 16, 24, 80}, need_and_cost),
          table(guide, presets, full, "Full fine-tune of", {8, 12, 16, 24, 80}, need_and_cost)};
}

std::string with_table(const std::string& page, const CardTable& table) {
  const size_t begin = page.find("\n" + table.heading + "\n");
  if (begin == std::string::npos) return page;
  const size_t end = page.find("\n\n", begin + 1);
  return page.substr(0, begin + 1) + table.text + page.substr(end + 1);
}

}  // namespace fw::documents
