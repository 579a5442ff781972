// SPDX-License-Identifier: Apache-2.0
#include "workflow/launch.h"

#include "base/paths.h"
#include "dataset/dataset_manifest.h"
#include "model_files/model_report.h"
#include "run/cache_cleanup.h"

namespace fw::workflow {

namespace {

/// nullopt in a read-only cache, where no clean-up is possible, either.
std::optional<FileLock> share_cache(const std::string& cache) {
  try {
    return run::share_cache(cache);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// True if the cache has all entries of all samples. @throws fw::Error dataset.manifest_row, base.read_failed
bool is_encoded(const run::RunSettings& settings) {
  bool all = true;
  dataset::visit_dataset_manifest(settings.dataset, [&](const dataset::DatasetSample& sample) {
    all = all && run::is_encoded(settings, sample) && run::has_entries(settings.cache, sample);
  });
  return all;
}

}  // namespace

std::optional<Fault> model_obstacle(const run::RunSettings& settings, bool is_encoded) {
  model_files::ModelReport report = model_files::look_at_model(run::model_source(settings));
  if (is_encoded && settings.validation_prompts.empty())
    std::erase_if(report.components, [](const auto& component) { return component.name != "transformer"; });
  return model_files::missing_weights(report);
}

engine_api::TrainRequest launch_run(run::RunFile run, const std::filesystem::path& file, int64_t processes) {
  if (!run.faults.empty()) throw Error(run.faults.front());
  // Before creating a folder: a run that cannot begin would leave an empty one behind.
  if (model_obstacle(run.settings, false)) {
    const auto fault = model_obstacle(run.settings, is_encoded(run.settings));
    if (fault) throw Error(*fault);
  }
  if (run.settings.name.empty()) run.settings.name = to_utf8(file.stem());
  // From here, a clean-up of the cache takes the run into account.
  const auto in_use = share_cache(run.settings.cache);
  return {.run = run::create_run(run, processes).folder};
}

}  // namespace fw::workflow
