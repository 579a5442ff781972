// SPDX-License-Identifier: Apache-2.0
#include "inference/latent_preview.h"

#include <torch/nn/functional/upsampling.h>

#include "base/error.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "tensor/checkpoint.h"
#include "tensor/save.h"

namespace fw::inference {

namespace {

constexpr int64_t patch_count = 48;
constexpr int64_t patch_pixels = 64;
constexpr int64_t patches_at_once = 8;

/// Pictures with all colours and low frequencies that latents carry: plain colours, and mixtures of random
/// colours over 2x2 and 4x4 grids. @return [patch_count, 3, 64, 64] in 0..1, the same at every call
torch::Tensor make_patches() {
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(uint64_t{20240812});
  std::vector<torch::Tensor> patches;
  namespace F = torch::nn::functional;
  for (const int64_t cells : {1, 2, 4}) {
    const auto colours = torch::rand({patch_count / 3, 3, cells, cells}, generator, torch::TensorOptions());
    patches.push_back(F::interpolate(colours, F::InterpolateFuncOptions()
                                                  .size(std::vector<int64_t>{patch_pixels, patch_pixels})
                                                  .mode(torch::kBilinear)
                                                  .align_corners(false)));
  }
  return torch::cat(patches);
}

/// [..., C, h, w] -> [n, C]
torch::Tensor pixels_as_rows(const torch::Tensor& pictures) {
  return pictures.movedim(-3, -1).reshape({-1, pictures.size(-3)});
}

torch::Tensor with_constant(const torch::Tensor& rows) {
  return torch::cat({rows, torch::ones({rows.size(0), 1}, rows.options())}, 1);
}

torch::Tensor fit_map(const torch::Tensor& latents, const torch::Tensor& colours) {
  const torch::Tensor x = with_constant(latents.to(torch::kCPU, torch::kFloat64));
  const torch::Tensor y = colours.to(torch::kCPU, torch::kFloat64);
  // A little ridge regularization: constant channels would make the equations singular.
  torch::Tensor normal = x.t().matmul(x);
  normal.diagonal().add_(1e-6 * normal.diagonal().mean().item<double>());
  return torch::linalg_solve(normal, x.t().matmul(y)).to(torch::kFloat32);
}

torch::Tensor fit_on_vae(families::VideoVae& vae, torch::Dtype dtype, torch::Device device,
                         const families::VaeOptions& options) {
  const torch::Tensor patches = make_patches();
  std::vector<torch::Tensor> latents;
  std::vector<torch::Tensor> colours;
  for (int64_t at = 0; at < patch_count; at += patches_at_once) {
    const torch::Tensor pictures = patches.narrow(0, at, patches_at_once);
    const auto input = (pictures * 2 - 1).unsqueeze(2).to(device, dtype);
    const torch::Tensor mean = vae.encode(input, options).mean.select(2, 0);  // [n, C, h, w]
    latents.push_back(pixels_as_rows(mean.to(torch::kFloat32).cpu()));
    colours.push_back(pixels_as_rows(torch::adaptive_avg_pool2d(pictures, {mean.size(2), mean.size(3)})));
  }
  return fit_map(torch::cat(latents), torch::cat(colours));
}

}  // namespace

LatentPreview LatentPreview::fit(const torch::Tensor& latents, const torch::Tensor& colours,
                                 const families::LatentScale& scale) {
  return LatentPreview(fit_map(latents, colours), scale);
}

LatentPreview LatentPreview::load_or_fit(families::VideoVae& vae, torch::Dtype dtype, torch::Device device,
                                         const std::string& identity, const families::VaeOptions& options) {
  const torch::NoGradGuard no_grad;
  const std::vector<int64_t> shape{vae.latent_channels() + 1, 3};
  const std::filesystem::path folder = cache_folder() / "preview";
  const std::filesystem::path file = folder / (identity + ".safetensors");
  if (std::filesystem::exists(file)) {
    try {
      const auto kept = tensor::Checkpoint::open(file);
      if (kept.shape("map") == shape) {
        return LatentPreview(kept.load("map", torch::kFloat32, torch::kCPU).clone(), vae.latent_scale());
      }
    } catch (const Error&) {
      // Damaged: recreated below.
    }
  }
  const torch::Tensor map = fit_on_vae(vae, dtype, device, options);
  make_folders(folder);
  tensor::save_tensors(file, {{"map", map}}, {}, Existing::replace);
  return LatentPreview(map, vae.latent_scale());
}

torch::Tensor LatentPreview::render(const torch::Tensor& latents) const {
  const torch::NoGradGuard no_grad;
  const torch::Tensor raw = scale_.to_vae(latents.to(torch::kCPU, torch::kFloat32).unsqueeze(0))[0];
  const torch::Tensor colours = with_constant(pixels_as_rows(raw.transpose(0, 1))).matmul(map_);
  return (colours.clamp(0, 1) * 255)
      .round()
      .to(torch::kUInt8)
      .view({latents.size(1), latents.size(2), latents.size(3), 3});
}

}  // namespace fw::inference
