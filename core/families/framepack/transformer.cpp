// SPDX-License-Identifier: Apache-2.0
#include "families/framepack/transformer.h"

#include "nn/config_reader.h"

namespace fw::families {

using torch::Tensor;

namespace {

/// Replicates the ends of the last three axes of [B, C, t, h, w] until each is a multiple of its size.
Tensor padded(const Tensor& x, torch::IntArrayRef multiples) {
  std::vector<int64_t> padding;  // last axis first
  for (int64_t axis = 2; axis >= 0; --axis) {
    const int64_t multiple = multiples[static_cast<size_t>(axis)];
    padding.insert(padding.end(), {0, (multiple - x.size(axis + 2) % multiple) % multiple});
  }
  return std::ranges::all_of(padding, [](int64_t n) { return n == 0; }) ? x
                                                                        : at::replication_pad3d(x, padding);
}

/// Embeds a latent as tokens with this kernel.
Tensor compressed(const nn::Convolution& embedder, const Tensor& latent) {
  return nn::patch_tokens(embedder, padded(latent, embedder.weight.sizes().slice(2)));
}

/// Averages rotations over cubes of `factor` patches. @param angles  [F, h, w, d / 2] @return  complex64
/// [tokens, d / 2]
Tensor mean_rotation(const Tensor& angles, int64_t factor) {
  const Tensor flat = angles.flatten(0, 2);
  Tensor table = torch::view_as_real(nn::rotary_from_angles(flat, torch::kCPU).rotation)
                     .flatten(1)
                     .unflatten(0, angles.sizes().slice(0, 3))
                     .permute({3, 0, 1, 2})
                     .unsqueeze(0);  // [1, d, F, h, w]
  table = at::avg_pool3d(padded(table, {factor, factor, factor}), {factor, factor, factor});
  return torch::view_as_complex(table.flatten(2)[0].t().unflatten(1, {-1, 2}).contiguous());
}

}  // namespace

FramePackTransformerConfig FramePackTransformerConfig::from_json(const nlohmann::json& json) {
  FramePackTransformerConfig c{HunyuanTransformerConfig::from_json(json)};
  nn::ConfigReader read(json, "transformer/config.json");
  c.image_proj_dim = read.size("image_proj_dim", c.image_proj_dim);
  read.expect("has_image_proj", true, false);
  read.expect("has_clean_x_embedder", true, false);
  read.require(c.patch_size == 2 && c.patch_size_t == 1,
               "patch_size and patch_size_t are not those that the histories' kernels were made for");
  read.finish();
  return c;
}

nn::RotaryTable framepack_rotary(const FramePackTransformerConfig& config, const FramePackPlaces& places,
                                 int64_t height, int64_t width, int64_t text, torch::Device device) {
  const auto table = [&](const std::vector<double>& frames, int64_t factor) {
    return mean_rotation(hunyuan_angles(config, frames, height, width), factor);
  };
  const Tensor none = torch::zeros({text, config.attention_head_dim / 2}, torch::kFloat64);
  return {torch::cat({table(places.history_4x, 4), table(places.history_2x, 2), table(places.clean, 1),
                      table(places.window, 1), nn::rotary_from_angles(none, torch::kCPU).rotation})
              .to(device)};
}

FramePackTransformer::FramePackTransformer(const FramePackTransformerConfig& config,
                                           const torch::TensorOptions& options)
    : HunyuanTransformer(config, options),
      framepack_config_(config),
      clean_(config.in_channels, config.inner_dim(), {1, 2, 2}, options),
      clean_2x_(config.in_channels, config.inner_dim(), {2, 4, 4}, options),
      clean_4x_(config.in_channels, config.inner_dim(), {4, 8, 8}, options),
      image_up_(config.image_proj_dim, 3 * config.inner_dim(), nn::Bias::yes, options),
      image_down_(3 * config.inner_dim(), config.inner_dim(), nn::Bias::yes, options) {
  add_child("clean_x_embedder.proj", clean_);
  add_child("clean_x_embedder.proj_2x", clean_2x_);
  add_child("clean_x_embedder.proj_4x", clean_4x_);
  add_child("image_projection.up", image_up_);
  add_child("image_projection.down", image_down_);
}

Tensor FramePackTransformer::forward(const FramePackTransformerInput& input, const nn::RotaryTable& rotary,
                                     const nn::BlockRunner& runner) {
  const Tensor histories =
      torch::cat({compressed(clean_4x_, input.latents_history_4x),
                  compressed(clean_2x_, input.latents_history_2x), compressed(clean_, input.latents_clean)},
                 1);
  const Tensor image = image_down_.forward(torch::silu(image_up_.forward(input.image_embeds)));
  return HunyuanTransformer::forward(input, {histories, image}, rotary, runner);
}

}  // namespace fw::families
