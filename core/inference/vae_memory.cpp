// SPDX-License-Identifier: Apache-2.0
#include "inference/vae_memory.h"

#include <torch/torch.h>

#include "families/cogvideox/sampling.h"
#include "nn/load.h"
#include "tensor/dry_run.h"
#include "tensor/memory_counter.h"

namespace fw::inference {

int64_t decode_bytes(const families::CogVideoXVaeConfig& config, const DecodeJob& job,
                     const std::optional<families::VaeTiling>& tiling) {
  const tensor::DryRun dry_run(job.device);
  families::CogVideoXVae vae(config, torch::TensorOptions(job.dtype).device(torch::kMeta));
  torch::Tensor latents;
  {
    const tensor::CountingPause there_already;
    nn::allocate_parameters(vae, job.dtype, torch::kMeta);
    latents = torch::empty(
        {1, job.latents.frames, config.latent_channels, job.latents.height, job.latents.width}, torch::kMeta);
  }
  families::VaeOptions options;
  options.tiling = tiling;
  const tensor::MemoryCounter memory;
  families::decode_latents(vae, latents, /*padding_frames=*/0, job.dtype, options);
  return memory.peak_of_all().total();
}

VaeFit fit_decoding(const families::CogVideoXVaeConfig& config, const DecodeJob& job,
                    const std::optional<families::VaeTiling>& wanted, uint64_t bytes_free) {
  VaeFit fit{wanted, decode_bytes(config, job, wanted), true};
  const families::CogVideoXVae vae(config, torch::TensorOptions(torch::kMeta));
  const auto fits = [&] { return static_cast<uint64_t>(fit.bytes) <= bytes_free; };
  const auto attempt = [&](const families::VaeTiling& tiling) {
    fit = {tiling, decode_bytes(config, job, tiling), false};
  };
  if (!fits() && !wanted) attempt(vae.default_tiling());
  for (const families::VaeTiling& smaller : vae.smaller_tilings())
    if (!fits()) attempt(smaller);
  return fit;
}

}  // namespace fw::inference
