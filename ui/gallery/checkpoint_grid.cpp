// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/checkpoint_grid.h"

#include <QDateTime>
#include <QDir>

#include "base/atomic_file.h"
#include "base/json_text.h"
#include "run/run_file.h"
#include "ui/state/file_path.h"
#include "ui/state/thumbnail_cache.h"

namespace fw::ui {

namespace {

namespace fs = std::filesystem;

const QString gridsPlace = QStringLiteral("/generated/grids");
constexpr const char* gridFile = "grid.json";

constexpr ErrorCode no_folder{
    "gallery.no_folder", FW_TEXT("errors", "The folder {folder} cannot be created."),
    FW_TEXT("errors", "Free some space, or check that its parent folder is writable.")};

CheckpointGrid readGrid(const fs::path& folder) {
  CheckpointGrid grid;
  read_fields(read_json(folder / gridFile), grid, gridFile, Reading::lenient);
  return grid;
}

QString columnName(size_t column) {
  return QStringLiteral("seed-%1").arg(column + 1, 2, 10, QLatin1Char('0'));
}

QString clipFile(const QString& folder, size_t row, size_t column) {
  return QStringLiteral("%1/row-%2-%3.mp4")
      .arg(folder)
      .arg(row + 1, 2, 10, QLatin1Char('0'))
      .arg(columnName(column));
}

}  // namespace

QString makeCheckpointGrid(const CheckpointGrid& grid, const QString& project) {
  const QString name = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"));
  // Creates each folder by itself, so that a deleted project's folder is never recreated.
  QString folder = project;
  const QStringList parts = gridsPlace.split(QLatin1Char('/'), Qt::SkipEmptyParts) << name;
  for (const QString& part : parts) {
    folder += QLatin1Char('/') + part;
    if (!QDir().exists(folder) && !QDir().mkdir(folder))
      throw Error(no_folder, {{"folder", folder.toStdString()}});
  }
  write_file_atomically(toPath(folder) / gridFile, nlohmann::json(grid).dump(1) + "\n", Existing::refuse);
  return folder;
}

std::vector<engine_api::GenerateRequest> clipsOf(const CheckpointGrid& grid, const QString& folder) {
  std::vector<engine_api::GenerateRequest> clips;
  for (size_t row = 0; row < grid.rows.size(); ++row) {
    for (size_t column = 0; column < grid.seeds.size(); ++column) {
      engine_api::GenerateRequest& clip = clips.emplace_back(grid.clip);
      clip.loras.clear();
      if (!grid.rows[row].lora.empty()) clip.loras = {{grid.rows[row].lora, grid.rows[row].strength}};
      clip.seed = grid.seeds[column];
      clip.out = toPath(clipFile(folder, row, column));
      clip.overwrite = true;  // a job repeated after a crash writes to the name reserved for it
    }
  }
  return clips;
}

std::vector<ListedGrid> listCheckpointGrids(const QString& project) {
  std::vector<ListedGrid> grids;
  const QDir place(project + gridsPlace);
  for (const QString& name :
       place.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed)) {
    const QString folder = place.filePath(name);
    try {
      const CheckpointGrid grid = readGrid(toPath(folder));
      if (grid.size() == 0) continue;
      grids.push_back({folder, QString::fromStdString(grid.clip.prompt).simplified(),
                       QFileInfo(folder + QLatin1Char('/') + QLatin1String(gridFile))
                           .lastModified()
                           .toMSecsSinceEpoch()});
    } catch (const Error&) {
      continue;
    }
  }
  return grids;
}

GalleryRun readCheckpointGrid(const QString& folder) {
  const CheckpointGrid grid = readGrid(toPath(folder));
  const QString prompt = QString::fromStdString(grid.clip.prompt);
  GalleryRun run;
  run.folder = folder;
  run.trainedBy = toText(grid.run);
  run.name = QFileInfo(run.trainedBy).fileName();
  try {
    run.settings = run::read_run_file(grid.run / "run.toml").settings;
  } catch (const Error&) {
    run.settings.training_type = run::TrainingType::lora;  // the run is gone, its clips are not
  }
  run::set_model_source(run.settings, {grid.clip.model, grid.clip.parts});
  for (size_t column = 0; column < grid.seeds.size(); ++column)
    run.columns.push_back({.name = columnName(column), .prompt = prompt, .seed = grid.seeds[column]});
  for (size_t row = 0; row < grid.rows.size(); ++row) {
    const CheckpointGrid::Row& weights = grid.rows[row];
    const auto step = weights.lora.empty() ? 0 : static_cast<qint64>(row) + 1;
    run.steps.push_back(step);
    run.trainedSteps[step] = weights.step;
    std::error_code error;
    StepWeights& kept = run.weights[step];
    if (weights.lora.empty()) kept.kind = StepWeights::Kind::none;
    if (fs::exists(weights.lora, error))
      kept = {.kind = StepWeights::Kind::lora, .path = toText(weights.lora)};
    kept.strength = weights.strength;
    for (size_t column = 0; column < grid.seeds.size(); ++column) {
      const QString file = clipFile(folder, row, column);
      if (!fs::exists(toPath(file), error)) continue;
      run.clips.push_back(
          {step, columnName(column), prompt, grid.seeds[column], file, ThumbnailCache::keyOf(toPath(file))});
    }
  }
  return run;
}

}  // namespace fw::ui
