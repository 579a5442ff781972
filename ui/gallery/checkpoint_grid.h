// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "engine_api/requests.h"
#include "ui/gallery/gallery_run.h"

namespace fw::ui {

/// One clip generated with many weights: a row for each checkpoint and strength, a column for each seed.
/// Stored as a folder, <project>/generated/grids/<time>, with grid.json and the clips generated so far.
struct CheckpointGrid {
  struct Row {
    std::filesystem::path lora{};  ///< empty: the model without a LoRA
    double strength = 1;
    int64_t step = 0;  ///< of its run
  };
  std::filesystem::path run;         ///< the checkpoints' run
  engine_api::GenerateRequest clip;  ///< everything that all cells share
  std::vector<Row> rows;             ///< the one without a LoRA, if any, comes first
  std::vector<int64_t> seeds;

  size_t size() const { return rows.size() * seeds.size(); }
};
void describe(auto& fields, CheckpointGrid::Row& row) {
  fields("lora", row.lora);
  fields("strength", row.strength);
  fields("step", row.step);
}
void describe(auto& fields, CheckpointGrid& grid) {
  fields("run", grid.run);
  fields("clip", grid.clip);
  fields("rows", grid.rows);
  fields("seeds", grid.seeds);
}

/// A grid of a project, as shown in a list.
struct ListedGrid {
  QString folder;
  QString prompt;
  qint64 createdMs = 0;  ///< since the Unix epoch
};

/// Creates the grid's folder. @return its absolute path
/// @throws fw::Error base.write_failed; gallery.no_folder if the project is gone. Thread: any.
QString makeCheckpointGrid(const CheckpointGrid& grid, const QString& project);
/// The requests that generate its clips, row by row.
std::vector<engine_api::GenerateRequest> clipsOf(const CheckpointGrid& grid, const QString& folder);

/// The project's grids, newest first; skips folders without one. Thread: any.
std::vector<ListedGrid> listCheckpointGrids(const QString& project);
/// A grid as shown in the Gallery. @throws fw::Error for grid.json. Thread: any.
GalleryRun readCheckpointGrid(const QString& folder);

}  // namespace fw::ui
