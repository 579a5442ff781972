// SPDX-License-Identifier: Apache-2.0
#include "training/fixed_loss.h"

#include <torch/torch.h>

#include "tensor/placement.h"
#include "training/bucket_sampler.h"

namespace fw::training {

namespace {

constexpr int64_t timestep_parts = 4;

torch::Tensor mean_of(const pipelines::CacheEntry& entry) {
  const auto sample = entry.find("sample");
  return (sample != entry.end() ? sample->second : entry.at("mean")).unsqueeze(0);
}

uint64_t seed_of(const std::string& id) {
  uint64_t seed = 0;
  for (const char letter : id) seed = mix_seed(seed, static_cast<unsigned char>(letter));
  return seed;
}

}  // namespace

std::vector<int64_t> fixed_timesteps(const families::TrainingModel& model) {
  std::vector<int64_t> timesteps;
  for (int64_t i = 0; i < timestep_parts; ++i) {
    timesteps.push_back((2 * i + 1) * model.timestep_count() / (2 * timestep_parts));
  }
  return timesteps;
}

FixedLoss fixed_loss(families::TrainingModel& model, const config::DatasetManifest& samples,
                     const pipelines::LatentCache& cache, const config::RunSettings& settings,
                     const nn::BlockRunner& runner) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::forward);
  const std::vector<int64_t> timesteps = fixed_timesteps(model);
  FixedLoss loss;
  loss.by_timestep.resize(timesteps.size());
  for (const config::DatasetSample& sample : samples) {
    families::TrainingBatch batch;
    batch.latents = mean_of(cache.read(pipelines::CacheKind::latents, sample.keys.latents));
    batch.text = cache.read(pipelines::CacheKind::text, sample.keys.text).at("embedding").unsqueeze(0);
    if (settings.task == "image_to_video") {
      batch.image_latents = mean_of(cache.read(pipelines::CacheKind::image, sample.keys.image));
    }
    auto draw = model.draw(batch, at::make_generator<at::CPUGeneratorImpl>(seed_of(sample.id)));
    for (size_t i = 0; i < timesteps.size(); ++i) {
      draw.timesteps.fill_(timesteps[i]);
      loss.by_timestep[i] +=
          model.losses(batch, draw, runner).item<double>() / static_cast<double>(samples.size());
    }
  }
  for (const double each : loss.by_timestep) loss.mean += each / static_cast<double>(timesteps.size());
  return loss;
}

}  // namespace fw::training
