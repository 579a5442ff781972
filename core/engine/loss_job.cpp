// SPDX-License-Identifier: Apache-2.0
#include "engine/loss_job.h"

#include "base/paths.h"
#include "catalog/catalog.h"
#include "engine/params.h"
#include "families/registry.h"
#include "training/eval_loss.h"

namespace fw::engine {

namespace {

constexpr ErrorCode no_samples{
    "engine.no_samples", FW_TEXT("errors", "{file} has no samples to measure a loss on."),
    FW_TEXT("errors", "Choose a dataset that has been precomputed."), Blame::input};

/// A run's settings as far as they choose the model and what it is trained for.
run::RunSettings model_settings(const nlohmann::json& params) {
  const std::filesystem::path folder = path_param(params, "model");
  run::RunSettings settings;
  settings.model_folder = to_utf8(folder);
  settings.family = catalog::recognise_model({folder}).family;
  settings.task = task_param(params, folder);
  return settings;
}

std::unique_ptr<families::TrainingModel> load_model(const nlohmann::json& params,
                                                    const run::RunSettings& settings,
                                                    const std::stop_token& stop) {
  nn::ComponentOptions options;
  options.device = device_param(params);
  options.dtype = dtype_param(params, options.device, settings.model_folder);
  options.on_tensor = [&stop](size_t, size_t) {
    if (stop.stop_requested()) throw Cancelled();
  };
  auto model = families::load_training_model(settings, options);
  inference::attach_loras(model->transformer(), settings.family, loras_param(params), options.device);
  return model;
}

}  // namespace

engine_api::Outcome run_loss(const nlohmann::json& params, engine_api::JobContext& context) {
  const std::filesystem::path file = path_param(params, "dataset");
  const dataset::DatasetManifest samples = dataset::read_dataset_manifest(file);
  if (samples.empty()) throw Error(no_samples, {{"file", to_utf8(file)}});
  const std::stop_token stop = context.stop();
  const run::RunSettings settings = model_settings(params);
  const auto model = load_model(params, settings, stop);
  training::LossGrid grid;
  grid.timesteps = params.value("timesteps", int64_t{8});
  grid.noises = params.value("noises", int64_t{4});
  grid.seed = params.value("seed", uint64_t{0});
  grid.first_frames = run::needs_first_frames(settings);
  // Progress by passes of the transformer: each goes through its blocks once.
  const int64_t passes = static_cast<int64_t>(samples.size()) * grid.timesteps * grid.noises;
  ProgressMeter meter(FW_TEXT("phases", "measuring the loss"), passes * model->transformer().block_count());
  int64_t done = 0;
  const nn::BlockRunner runner = [&](const nn::BlockCall& call) {
    if (stop.stop_requested()) throw Cancelled();
    context.progress(meter.update(++done));
    return call.run();
  };
  const training::EvalLoss loss = training::eval_loss(
      *model, samples, precompute::LatentCache(path_param(params, "cache")), grid, runner);
  auto each = nlohmann::json::array();
  for (const auto& sample : loss.samples) each.push_back({{"id", sample.id}, {"losses", sample.losses}});
  return engine_api::Outcome::finished({{"mean", loss.mean},
                                        {"timesteps", loss.timesteps},
                                        {"by_timestep", loss.by_timestep},
                                        {"samples", each}});
}

}  // namespace fw::engine
