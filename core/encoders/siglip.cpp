// SPDX-License-Identifier: Apache-2.0
#include "encoders/siglip.h"

#include "nn/attention.h"
#include "nn/config_reader.h"
#include "tensor/dry_run.h"

namespace fw::encoders {

using torch::Tensor;

SiglipConfig SiglipConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "image_encoder/config.json");
  SiglipConfig c;
  c.layer.hidden_size = read.size("hidden_size", c.layer.hidden_size);
  c.layer.intermediate_size = read.size("intermediate_size", c.layer.intermediate_size);
  c.layer.num_attention_heads = read.size("num_attention_heads", c.layer.num_attention_heads);
  c.layer.layer_norm_eps = read.number("layer_norm_eps", c.layer.layer_norm_eps);
  c.num_hidden_layers = read.size("num_hidden_layers", c.num_hidden_layers);
  c.num_channels = read.size("num_channels", c.num_channels);
  c.image_size = read.size("image_size", c.image_size);
  c.patch_size = read.size("patch_size", c.patch_size);
  c.vision_use_head = read.boolean("vision_use_head", c.vision_use_head);
  read.expect("hidden_act", "gelu_pytorch_tanh", "gelu_pytorch_tanh");
  read.require(c.layer.hidden_size % c.layer.num_attention_heads == 0,
               "hidden_size is not a multiple of num_attention_heads");
  read.require(c.image_size >= c.patch_size, "image_size is below patch_size");
  read.finish();
  return c;
}

SiglipHead::SiglipHead(const ClipLayerSize& size, const torch::TensorOptions& options)
    : heads_(size.num_attention_heads),
      out_proj_(size.hidden_size, size.hidden_size, nn::Bias::yes, options),
      layernorm_(size.hidden_size, size.layer_norm_eps, nn::Affine::yes, options),
      mlp_(size, ClipActivation::gelu_tanh, options) {
  const int64_t width = size.hidden_size;
  add_parameter("probe", probe_, {1, 1, width}, options);
  add_parameter("attention.in_proj_weight", in_weight_, {3 * width, width}, options);
  add_parameter("attention.in_proj_bias", in_bias_, {3 * width}, options);
  add_child("attention.out_proj", out_proj_);
  add_child("layernorm", layernorm_);
  add_child("mlp", mlp_);
}

Tensor SiglipHead::forward(const Tensor& x) const {
  const auto weights = in_weight_.chunk(3), biases = in_bias_.chunk(3);
  const auto heads = [&](const Tensor& from, size_t i) {
    return torch::linear(from, weights[i], biases[i]).unflatten(-1, {heads_, -1});
  };
  const Tensor query = probe_.expand({x.size(0), -1, -1});
  const Tensor seen = out_proj_.forward(nn::attention(heads(query, 0), heads(x, 1), heads(x, 2)));
  return (seen + mlp_.forward(layernorm_.forward(seen))).squeeze(1);
}

Siglip::Siglip(const SiglipConfig& config, const torch::TensorOptions& options)
    : config_(config),
      patch_embedding_(config.num_channels, config.layer.hidden_size, {config.patch_size, config.patch_size},
                       options),
      position_embedding_(config.patches_along_side() * config.patches_along_side(), config.layer.hidden_size,
                          options),
      post_layernorm_(config.layer.hidden_size, config.layer.layer_norm_eps, nn::Affine::yes, options) {
  add_child("vision_model.embeddings.patch_embedding", patch_embedding_);
  add_child("vision_model.embeddings.position_embedding", position_embedding_);
  for (int64_t i = 0; i < config.num_hidden_layers; ++i)
    layers_.emplace_back(config.layer, ClipActivation::gelu_tanh, options);
  add_child("vision_model.encoder.layers", layers_);
  add_child("vision_model.post_layernorm", post_layernorm_);
  if (config.vision_use_head) add_child("vision_model.head", head_.emplace(config.layer, options));
}

Tensor Siglip::forward(const Tensor& pixels, const nn::BlockRunner& runner) {
  const Tensor patches = clip_patches(pixels, config_.patch_size);  // [B, L, C p p]
  Tensor x = torch::linear(patches, patch_embedding_.weight.flatten(1), patch_embedding_.bias) +
             position_embedding_.weight;
  for (size_t i = 0; i < layers_.size(); ++i) {
    ClipLayer& layer = layers_[i];
    const auto run = [&layer](const nn::Tensors& in) { return nn::Tensors{layer.forward(in[0])}; };
    x = nn::run_block(runner, {i, layer, {x}, run}).front();
  }
  return post_layernorm_.forward(x);
}

SiglipPreprocessing SiglipPreprocessing::from_json(const nlohmann::json& json) {
  constexpr int bicubic = 3;
  nn::ConfigReader read(json, "feature_extractor/preprocessor_config.json");
  SiglipPreprocessing p;
  const nlohmann::json size = json.is_object() ? json.value("size", nlohmann::json::object()) : json;
  nn::ConfigReader read_size(size, "feature_extractor/preprocessor_config.json, size");
  p.height = read_size.size("height", p.height);
  p.width = read_size.size("width", p.width);
  for (const auto& [key, values] : {std::pair("image_mean", &p.image_mean), {"image_std", &p.image_std}})
    if (json.is_object() && json.contains(key)) {
      const nlohmann::json& list = json.at(key);
      const bool is_numbers = list.is_array() && std::ranges::all_of(list, [](const nlohmann::json& value) {
                                return value.is_number();
                              });
      read.require(is_numbers, std::string(key) + " is not a list of numbers");
      if (is_numbers) *values = list.get<std::vector<double>>();
    }
  read.expect("resample", bicubic, bicubic);
  for (const char* step : {"do_resize", "do_rescale", "do_normalize"}) read.expect(step, true, true);
  read.require(p.image_mean.size() == 3 && p.image_std.size() == 3,
               "image_mean or image_std is not three numbers");
  read_size.finish();
  read.finish();
  return p;
}

Tensor SiglipPreprocessing::apply(const Tensor& pictures) const {
  const Tensor bytes = tensor::to_host((pictures * 255).clamp(0, 255).to(torch::kUInt8));
  const Tensor resized = at::_upsample_bicubic2d_aa(bytes, {height, width}, /*align_corners=*/false);
  const auto by_channel = [&](const std::vector<double>& numbers) {
    return torch::tensor(numbers, torch::kFloat32).to(resized.device()).view({1, 3, 1, 1});
  };
  return (resized.to(torch::kFloat32) / 255 - by_channel(image_mean)) / by_channel(image_std);
}

SiglipImageEncoder::SiglipImageEncoder(const std::filesystem::path& folder,
                                       const std::filesystem::path& extractor,
                                       const nn::ComponentOptions& options)
    : options_(options),
      preprocessing_(SiglipPreprocessing::from_json(read_json(extractor / "preprocessor_config.json"))),
      network_(nn::load_component<Siglip, SiglipConfig>(folder, options)) {}

Tensor SiglipImageEncoder::encode(const Tensor& pictures) {
  const torch::NoGradGuard no_grad;
  return network_->forward(preprocessing_.apply(pictures).to(options_.device, options_.dtype),
                           nn::cancelling_runner(options_.stop));
}

}  // namespace fw::encoders
