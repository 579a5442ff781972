// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "encoders/clip_layer.h"
#include "encoders/image_encoder.h"
#include "nn/block_runner.h"
#include "nn/load.h"

/// The vision part of SigLIP (Zhai et al. 2023, arXiv 2303.15343) and its preprocessing. Shapes: B batch, L
/// patches, D hidden_size.
namespace fw::encoders {

/// image_encoder/config.json. Defaults as in transformers.
struct SiglipConfig {
  ClipLayerSize layer{
      .hidden_size = 768, .intermediate_size = 3072, .num_attention_heads = 12, .layer_norm_eps = 1e-6};
  int64_t num_hidden_layers = 12;
  int64_t num_channels = 3;
  int64_t image_size = 224;
  int64_t patch_size = 16;
  bool vision_use_head = true;

  /// A remainder at the right and bottom is cropped.
  int64_t patches_along_side() const { return image_size / patch_size; }
  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static SiglipConfig from_json(const nlohmann::json& json);
};

/// Pools a picture's patches into one vector with a learned query. Not part of the embeddings.
class SiglipHead : public nn::Module {
 public:
  SiglipHead(const ClipLayerSize& size, const torch::TensorOptions& options);
  /// [B, L, D] -> [B, D]
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  int64_t heads_;
  torch::Tensor probe_, in_weight_, in_bias_;
  nn::Linear out_proj_;
  nn::LayerNorm layernorm_;
  ClipMlp mlp_;
};

class Siglip : public nn::Module {
 public:
  Siglip(const SiglipConfig& config, const torch::TensorOptions& options);

  /// @param pixels  [B, num_channels, image_size, image_size] in -1..1
  /// @param runner  runs each layer
  /// @return        [B, L, D], after the last norm. Thread: one at a time.
  torch::Tensor forward(const torch::Tensor& pixels, const nn::BlockRunner& runner = {});
  /// @pre vision_use_head. @param x  from forward()
  torch::Tensor pooled(const torch::Tensor& x) const { return head_->forward(x); }

  const SiglipConfig& config() const { return config_; }

 private:
  SiglipConfig config_;
  nn::Convolution patch_embedding_;
  nn::Embedding position_embedding_;
  nn::ModuleList<ClipLayer> layers_;
  nn::LayerNorm post_layernorm_;
  std::optional<SiglipHead> head_;
};

/// feature_extractor/preprocessor_config.json: pictures are resized in 8 bits and normalised.
struct SiglipPreprocessing {
  int64_t height = 384;
  int64_t width = 384;
  std::vector<double> image_mean{0.5, 0.5, 0.5};
  std::vector<double> image_std{0.5, 0.5, 0.5};

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static SiglipPreprocessing from_json(const nlohmann::json& json);
  /// @param pictures  [B, 3, H, W] in 0..1
  /// @return          [B, 3, height, width] float32 on the CPU. Thread: any.
  torch::Tensor apply(const torch::Tensor& pictures) const;
};

/// SigLIP with its preprocessing.
class SiglipImageEncoder : public ImageEncoder {
 public:
  /// @param folder, extractor  of the components
  SiglipImageEncoder(const std::filesystem::path& folder, const std::filesystem::path& extractor,
                     const nn::ComponentOptions& options);
  torch::Tensor encode(const torch::Tensor& pictures) override;

 private:
  nn::ComponentOptions options_;
  SiglipPreprocessing preprocessing_;
  std::unique_ptr<Siglip> network_;
};

}  // namespace fw::encoders
