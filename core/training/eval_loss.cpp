// SPDX-License-Identifier: Apache-2.0
#include "training/eval_loss.h"

#include <cmath>

#include "tensor/libtorch.h"
#include "tensor/placement.h"
#include "training/batch_loader.h"
#include "training/bucket_sampler.h"

namespace fw::training {

namespace {

torch::Tensor mean_of(const precompute::CacheEntry& entry) {
  const auto sample = entry.find("sample");
  return (sample != entry.end() ? sample->second : entry.at("mean")).unsqueeze(0);
}

uint64_t seed_of(const std::string& id, const LossGrid& grid, int64_t noise) {
  uint64_t seed = grid.seed;
  for (const char letter : id) seed = mix_seed(seed, static_cast<unsigned char>(letter));
  return noise == 0 ? seed : mix_seed(seed, static_cast<uint64_t>(noise));
}

families::TrainingBatch read_batch(const dataset::DatasetSample& sample, const precompute::LatentCache& cache,
                                   const LossGrid& grid) {
  families::TrainingBatch batch;
  const precompute::CacheEntry latents = cache.read(precompute::CacheKind::latents, sample.keys.latents);
  batch.latents = mean_of(latents);
  const auto text = precompute::text_of(cache.read(precompute::CacheKind::text, sample.keys.text));
  batch.text = text.each([](const torch::Tensor& x) { return x.unsqueeze(0); });
  batch.fps = sample.fps;
  if (grid.sound) add_sound({sound_in(latents)}, batch, sample.id);
  if (!grid.first_frames) return batch;
  const auto image = cache.read(precompute::CacheKind::image, sample.keys.image);
  const torch::Tensor* const embedding = precompute::find_tensor(image, "embedding");
  if (embedding != nullptr) batch.image_embeds = embedding->unsqueeze(0);
  if (const torch::Tensor* const clip = precompute::find_tensor(image, "clip"))
    batch.image_latents = clip->to(torch::kFloat32).unsqueeze(0);
  else if (embedding == nullptr)
    batch.image_latents = mean_of(precompute::one_image(image, 0));  // without noise
  return batch;
}

}  // namespace

EvalLoss eval_loss(families::TrainingModel& model, const dataset::DatasetManifest& samples,
                   const precompute::LatentCache& cache, const LossGrid& grid,
                   const nn::BlockRunner& runner) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::forward);
  const auto count = static_cast<size_t>(grid.timesteps);
  EvalLoss loss;
  loss.timesteps.resize(count);
  for (const dataset::DatasetSample& sample : samples) {
    const families::TrainingBatch batch = read_batch(sample, cache, grid);
    EvalLoss::Sample& measured = loss.samples.emplace_back();
    measured.id = sample.id;
    for (size_t i = 0; i < count; ++i) {
      const double level = static_cast<double>(2 * i + 1) / static_cast<double>(2 * count);
      for (int64_t noise = 0; noise < grid.noises; ++noise) {
        const families::TrainingDraw draw = model.draw_at(
            batch, level, at::make_generator<at::CPUGeneratorImpl>(seed_of(sample.id, grid, noise)));
        loss.timesteps[i] = std::llround(draw.timesteps[0].item<double>());
        measured.losses.push_back(model.losses(batch, draw, runner).item<double>());
      }
    }
  }
  loss.average();
  return loss;
}

void EvalLoss::average() {
  const size_t count = timesteps.size();
  by_timestep.assign(count, 0);
  mean = 0;
  if (samples.empty()) return;
  const size_t noises = samples.front().losses.size() / count;
  const double share = 1 / static_cast<double>(samples.size() * noises);
  for (const Sample& sample : samples)
    for (size_t i = 0; i < sample.losses.size(); ++i) by_timestep[i / noises] += sample.losses[i] * share;
  for (const double each : by_timestep) mean += each / static_cast<double>(count);
}

}  // namespace fw::training
