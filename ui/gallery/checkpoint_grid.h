// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "engine_api/requests.h"
#include "ui/gallery/gallery_run.h"

namespace fw::ui {

/// One clip made with many weights: a row for each checkpoint and strength, a column for each seed. It is a
/// folder, <project>/generated/grids/<time>, with grid.json and the clips that are made already.
struct CheckpointGrid {
  struct Row {
    std::filesystem::path lora{};  ///< empty: the model without a LoRA
    double strength = 1;
    int64_t step = 0;  ///< of its run
  };
  std::filesystem::path run;         ///< whose checkpoints these are
  engine_api::GenerateRequest clip;  ///< all that is the same in each
  std::vector<Row> rows;             ///< the one without a LoRA, if there is one, first
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

/// A grid of a project, by what a list says of it.
struct ListedGrid {
  QString folder;
  QString prompt;
  qint64 createdMs = 0;  ///< since the Unix epoch
};

/// Makes the grid's folder. @return it, absolute
/// @throws fw::Error base.write_failed; gallery.no_folder where the project is gone. Thread: any.
QString makeCheckpointGrid(const CheckpointGrid& grid, const QString& project);
/// What makes its clips, row by row.
std::vector<engine_api::GenerateRequest> clipsOf(const CheckpointGrid& grid, const QString& folder);

/// The project's grids, the newest first; a folder that holds none is left out. Thread: any.
std::vector<ListedGrid> listCheckpointGrids(const QString& project);
/// The grid as what the Gallery shows. @throws fw::Error of grid.json. Thread: any.
GalleryRun readCheckpointGrid(const QString& folder);

}  // namespace fw::ui
