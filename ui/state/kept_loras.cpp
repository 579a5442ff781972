// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/kept_loras.h"

#include "safetensors/file.h"
#include "ui/state/file_path.h"

namespace fw::ui {

namespace fs = std::filesystem;

std::optional<qint64> resultStep(const run::RunPaths& run, bool isLora) {
  std::error_code error;
  if (!fs::exists(run.result(), error)) return std::nullopt;
  if (isLora) {
    try {
      const safetensors::File file(run.result() / run::lora_file_name);
      const safetensors::Metadata& metadata = file.header().metadata;
      const auto step = metadata.find("framewright_step");
      return step == metadata.end() ? std::nullopt
                                    : std::optional(QString::fromStdString(step->second).toLongLong());
    } catch (const Error&) {
      return std::nullopt;
    }
  }
  // A result is written right after the checkpoint of its step.
  std::optional<qint64> newest;
  const auto written = fs::last_write_time(run.result(), error);
  for (const int64_t step : run::checkpoint_steps(run)) {
    if (fs::last_write_time(run.checkpoint(step), error) <= written) newest = step;
  }
  return newest;
}

std::map<qint64, QString> keptLoras(const QString& runFolder) {
  const run::RunPaths run{toPath(runFolder)};
  std::map<qint64, QString> found;
  std::error_code error;
  for (const int64_t step : run::checkpoint_steps(run)) {
    if (const fs::path file = run.checkpoint(step) / run::lora_file_name; fs::exists(file, error))
      found[step] = toText(file);
  }
  if (const auto result = resultStep(run, /*isLora=*/true); result && !found.contains(*result))
    found[*result] = toText(run.result() / run::lora_file_name);
  return found;
}

}  // namespace fw::ui
