// SPDX-License-Identifier: Apache-2.0
#include "inference/vae_memory.h"

#include <torch/torch.h>

#include "tensor/dry_run.h"
#include "tensor/memory_counter.h"

namespace fw::inference {

namespace {

/// The VAE without values. @pre in a dry run
std::unique_ptr<families::VideoVae> meta_vae(const families::Family& family, torch::Dtype dtype) {
  return family.load_vae({.dtype = dtype, .device = torch::kMeta});
}

}  // namespace

int64_t decode_bytes(const families::Family& family, const DecodeJob& job,
                     const std::optional<families::VaeTiling>& tiling) {
  const tensor::DryRun dry_run(job.device);
  std::unique_ptr<families::VideoVae> vae;
  torch::Tensor latents;
  {
    const tensor::CountingPause there_already;
    vae = meta_vae(family, job.dtype);
    latents = torch::empty(job.latents, torch::kMeta);
  }
  const auto noise = [](uint64_t, torch::IntArrayRef shape) { return torch::empty(shape, torch::kMeta); };
  families::VaeOptions options;
  options.tiling = tiling;
  const tensor::MemoryCounter memory;
  family.decode(*vae, latents, job.request, noise, job.dtype, options);
  return memory.peak_of_all().total();
}

VaeFit fit_decoding(const families::Family& family, const DecodeJob& job,
                    const std::optional<families::VaeTiling>& wanted, uint64_t bytes_free) {
  VaeFit fit{wanted, decode_bytes(family, job, wanted), true};
  std::vector<families::VaeTiling> smaller;
  {
    const tensor::DryRun dry_run(job.device);
    const tensor::CountingPause not_used;
    const auto vae = meta_vae(family, job.dtype);
    smaller = vae->smaller_tilings();
    if (!wanted) smaller.insert(smaller.begin(), vae->default_tiling());
  }
  const auto fits = [&] { return static_cast<uint64_t>(fit.bytes) <= bytes_free; };
  for (const families::VaeTiling& tiling : smaller)
    if (!fits()) fit = {tiling, decode_bytes(family, job, tiling), false};
  return fit;
}

}  // namespace fw::inference
