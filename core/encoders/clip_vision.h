// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "encoders/clip_layer.h"
#include "encoders/image_encoder.h"
#include "nn/block_runner.h"
#include "nn/load.h"

/// CLIP's image encoder (Radford et al. 2021) and its preprocessing.
/// Shapes: B batch, L tokens (the class token and the patches), D hidden_size.
namespace fw::encoders {

/// image_encoder/config.json. Defaults as in transformers.
struct ClipVisionConfig {
  ClipLayerSize layer{
      .hidden_size = 768, .intermediate_size = 3072, .num_attention_heads = 12, .layer_norm_eps = 1e-5};
  int64_t num_hidden_layers = 12;
  int64_t num_channels = 3;
  int64_t image_size = 224;
  int64_t patch_size = 32;
  int64_t projection_dim = 512;
  bool with_projection = false;  ///< whether the weights have one; no family uses it
  ClipActivation activation = ClipActivation::quick_gelu;

  /// A remainder at the right and bottom is cropped.
  int64_t patches_along_side() const { return image_size / patch_size; }
  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static ClipVisionConfig from_json(const nlohmann::json& json);
};

class ClipVision : public nn::Module {
 public:
  ClipVision(const ClipVisionConfig& config, const torch::TensorOptions& options);

  /// @param pixels          [B, num_channels, image_size, image_size], normalised
  /// @param skipped_layers  last layers that are not computed: 0 .. num_hidden_layers
  /// @param runner          runs each layer; its input is x [B, L, D]
  /// @return                [B, L, D], without the last norm. Thread: one at a time.
  torch::Tensor forward(const torch::Tensor& pixels, int64_t skipped_layers,
                        const nn::BlockRunner& runner = {});
  /// The class token after the last norm.
  /// @param x  from forward() without skipped layers @return  [B, D]
  torch::Tensor pooled(const torch::Tensor& x) const { return post_layernorm_.forward(x.select(1, 0)); }

  const ClipVisionConfig& config() const { return config_; }
  static std::vector<std::string> block_lists() { return {"vision_model.encoder.layers"}; }

 private:
  ClipVisionConfig config_;
  torch::Tensor class_embedding_, patch_weight_;
  nn::Embedding position_embedding_;
  nn::LayerNorm pre_layernorm_;
  nn::ModuleList<ClipLayer> layers_;
  nn::LayerNorm post_layernorm_;
  std::optional<nn::Linear> projection_;
};

/// image_processor/preprocessor_config.json.
struct ClipPreprocessing {
  int64_t shortest_edge = 224;
  int64_t side = 224;  ///< of the square
  std::vector<double> image_mean{0.48145466, 0.4578275, 0.40821073};
  std::vector<double> image_std{0.26862954, 0.26130258, 0.27577711};

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static ClipPreprocessing from_json(const nlohmann::json& json);

  /// As in the published pipeline: resizes the shorter edge in 8 bits with anti-aliasing, crops the centre.
  /// @param pictures  [B, 3, H, W] in 0..1
  /// @return          [B, 3, side, side] float32 on the CPU. Thread: any.
  torch::Tensor cropped(const torch::Tensor& pictures) const;
  /// As in the model's original code: resizes the whole picture to the square, without anti-aliasing.
  torch::Tensor squeezed(const torch::Tensor& pictures) const;

 private:
  torch::Tensor normalised(const torch::Tensor& pictures) const;
};

/// CLIP with its preprocessing. Embeddings are the output of the second-to-last layer.
class ClipImageEncoder : public ImageEncoder {
 public:
  /// @param folder, processor  of the components
  ClipImageEncoder(const std::filesystem::path& folder, const std::filesystem::path& processor,
                   const nn::ComponentOptions& options);
  torch::Tensor encode(const torch::Tensor& pictures) override;

 private:
  nn::ComponentOptions options_;
  ClipPreprocessing preprocessing_;
  std::unique_ptr<ClipVision> network_;
};

}  // namespace fw::encoders
