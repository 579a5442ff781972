// SPDX-License-Identifier: Apache-2.0
#include "engine/loss_job.h"

#include "base/paths.h"
#include "catalog/catalog.h"
#include "engine/generate_params.h"
#include "engine/run_encoding.h"
#include "engine_api/results.h"
#include "families/registry.h"
#include "safetensors/mapped_file.h"
#include "tensor/device.h"
#include "training/eval_loss.h"

namespace fw::engine {

namespace {

constexpr ErrorCode no_samples{
    "engine.no_samples", FW_TEXT("errors", "{file} has no samples to measure a loss on."),
    FW_TEXT("errors", "Choose a dataset that has been precomputed."), Blame::input};

/// The run settings that determine the model and its training task.
run::RunSettings model_settings(const engine_api::LossRequest& request) {
  run::RunSettings settings;
  const catalog::ModelSource source{request.model, request.parts};
  run::set_model_source(settings, source);
  const catalog::ModelSpec model = catalog::recognise_model(source);
  settings.family = model.family;
  settings.task = request.task.value_or(model.tasks.front());
  const std::string_view sound = catalog::find_family(model.family)->sound_training;
  if (request.sound && !sound.empty()) settings.own[std::string(sound)] = true;
  return settings;
}

std::unique_ptr<families::TrainingModel> load_model(const engine_api::LossRequest& request,
                                                    const run::RunSettings& settings,
                                                    const std::stop_token& stop) {
  nn::ComponentOptions options;
  options.device = tensor::parse_device(request.device);
  options.dtype = dtype_of(request.dtype, options.device, run::model_source(settings));
  options.on_tensor = [&stop](size_t, size_t) {
    if (stop.stop_requested()) throw Cancelled();
  };
  auto model = families::load_training_model(settings, options);
  nn::Module& network = model->transformer();
  inference::attach_loras(network, settings.family, request.loras, options.device,
                          inference::only_part(network, run::model_source(settings), model->part()));
  return model;
}

}  // namespace

engine_api::Outcome run_loss(const engine_api::LossRequest& request, engine_api::JobContext& context) {
  const dataset::DatasetManifest samples = dataset::read_dataset_manifest(request.dataset);
  if (samples.empty()) throw Error(no_samples, {{"file", to_utf8(request.dataset)}});
  const std::stop_token stop = context.stop();
  const run::RunSettings settings = model_settings(request);
  check_entries({.dataset = request.dataset,
                 .model = request.model,
                 .parts = request.parts,
                 .cache = request.cache,
                 .device = request.device,
                 .task = settings.task,
                 .image_noise = true,
                 .sound = request.sound},
                samples, stop);
  const auto model = load_model(request, settings, stop);
  training::LossGrid grid;
  grid.timesteps = request.timesteps;
  grid.noises = request.noises;
  grid.seed = request.seed;
  grid.first_frames = run::needs_first_frames(settings);
  // Progress counts blocks: each pass of the transformer runs them once.
  const int64_t passes = static_cast<int64_t>(samples.size()) * grid.timesteps * grid.noises;
  ProgressMeter meter(FW_TEXT("phases", "measuring the loss"), passes * model->transformer().block_count());
  int64_t done = 0;
  const nn::BlockRunner runner = [&](const nn::BlockCall& call) {
    if (stop.stop_requested()) throw Cancelled();
    context.progress(meter.update(++done));
    return call.run();
  };
  const training::EvalLoss loss =
      training::eval_loss(*model, samples, precompute::LatentCache(request.cache), grid, runner);
  safetensors::check_mapped_files();
  engine_api::LossReport report{loss.mean, loss.timesteps, loss.by_timestep, {}};
  for (const auto& sample : loss.samples) report.samples.push_back({sample.id, sample.losses});
  return engine_api::Outcome::finished(report);
}

}  // namespace fw::engine
