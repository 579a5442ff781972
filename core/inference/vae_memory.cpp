// SPDX-License-Identifier: Apache-2.0
#include "inference/vae_memory.h"

#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"

namespace fw::inference {

namespace {

/// The VAE without values. @pre in a dry run
std::unique_ptr<families::VideoVae> meta_vae(const families::Family& family, torch::Dtype dtype) {
  return family.load_vae({.dtype = dtype, .device = torch::kMeta});
}

}  // namespace

DecodeNeed decode_need(const families::Family& family, const DecodeJob& job,
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
  family.decode_to([](const torch::Tensor&) {}, *vae, latents, job.request, noise, job.dtype, options);
  const auto elements = memory.largest() / static_cast<int64_t>(torch::elementSize(job.dtype));
  return {memory.peak_of_all().total(), job.device != torch::kCPU && elements >= int64_t{1} << 31};
}

VaeFit fit_decoding(const families::Family& family, const DecodeJob& job,
                    const std::optional<families::VaeTiling>& wanted, uint64_t bytes_free) {
  VaeFit fit{wanted, decode_need(family, job, wanted), true};
  std::vector<families::VaeTiling> smaller;
  {
    const tensor::DryRun dry_run(job.device);
    const tensor::CountingPause not_used;
    const auto vae = meta_vae(family, job.dtype);
    smaller = vae->smaller_tilings();
    if (!wanted) smaller.insert(smaller.begin(), vae->default_tiling());
  }
  const auto fits = [&] {
    return !fit.need.too_large && static_cast<uint64_t>(fit.need.bytes) <= bytes_free;
  };
  for (const families::VaeTiling& tiling : smaller)
    if (!fits()) fit = {tiling, decode_need(family, job, tiling), false};
  return fit;
}

}  // namespace fw::inference
