// SPDX-License-Identifier: Apache-2.0
#include "encoders/clip_vision.h"

#include "catalog/model_config.h"
#include "nn/config_reader.h"
#include "tensor/dry_run.h"

namespace fw::encoders {

using torch::Tensor;

namespace {

constexpr const char* clip_processor_file = "image_processor/preprocessor_config.json";
constexpr int64_t used_before_the_end = 1;  // layers skipped at the end

/// Reads three numbers if the file has them.
void read_colours(const nlohmann::json& json, const char* key, std::vector<double>& colours,
                  nn::ConfigReader& read) {
  if (!json.is_object() || !json.contains(key)) return;
  const nlohmann::json& list = json.at(key);
  const bool fits = list.is_array() && list.size() == 3 &&
                    std::ranges::all_of(list, [](const nlohmann::json& n) { return n.is_number(); });
  read.require(fits, std::string(key) + " is not three numbers");
  if (fits) colours = list.get<std::vector<double>>();
}

/// Reads a size given as a number or as the entry `name` of an object.
int64_t read_edge(const nlohmann::json& json, const char* key, const char* name, int64_t fallback) {
  if (!json.is_object() || !json.contains(key)) return fallback;
  const nlohmann::json& value = json.at(key);
  const nlohmann::json object = value.is_object() ? value : nlohmann::json{{name, value}};
  nn::ConfigReader read(object, std::string(clip_processor_file) + ", " + key);
  const int64_t edge = read.size(name, fallback);
  if (object.contains("height") && object.contains("width"))
    read.require(object.at("height") == object.at("width"), "height and width differ");
  read.finish();
  return edge;
}

}  // namespace

ClipVisionConfig ClipVisionConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "image_encoder/config.json");
  ClipVisionConfig c;
  c.layer.hidden_size = read.size("hidden_size", c.layer.hidden_size);
  c.layer.intermediate_size = read.size("intermediate_size", c.layer.intermediate_size);
  c.layer.num_attention_heads = read.size("num_attention_heads", c.layer.num_attention_heads);
  c.layer.layer_norm_eps = read.number("layer_norm_eps", c.layer.layer_norm_eps);
  c.num_hidden_layers = read.size("num_hidden_layers", c.num_hidden_layers);
  c.num_channels = read.size("num_channels", c.num_channels);
  c.image_size = read.size("image_size", c.image_size);
  c.patch_size = read.size("patch_size", c.patch_size);
  c.projection_dim = read.size("projection_dim", c.projection_dim);
  c.with_projection = json.is_object() && catalog::class_of(json) == "CLIPVisionModelWithProjection";
  const std::string activation = read.text("hidden_act", "quick_gelu");
  c.activation = activation == "gelu" ? ClipActivation::gelu : ClipActivation::quick_gelu;
  read.require(activation == "gelu" || activation == "quick_gelu",
               "hidden_act is neither \"gelu\" nor \"quick_gelu\"");
  read.require(c.layer.hidden_size % c.layer.num_attention_heads == 0,
               "hidden_size is not a multiple of num_attention_heads");
  read.require(c.image_size >= c.patch_size, "image_size is below patch_size");
  read.finish();
  return c;
}

ClipVision::ClipVision(const ClipVisionConfig& config, const torch::TensorOptions& options)
    : config_(config),
      position_embedding_(1 + config.patches_along_side() * config.patches_along_side(),
                          config.layer.hidden_size, options),
      pre_layernorm_(config.layer.hidden_size, config.layer.layer_norm_eps, nn::Affine::yes, options),
      post_layernorm_(config.layer.hidden_size, config.layer.layer_norm_eps, nn::Affine::yes, options) {
  const int64_t width = config.layer.hidden_size;
  add_parameter("vision_model.embeddings.class_embedding", class_embedding_, {width}, options);
  add_parameter("vision_model.embeddings.patch_embedding.weight", patch_weight_,
                {width, config.num_channels, config.patch_size, config.patch_size}, options);
  add_child("vision_model.embeddings.position_embedding", position_embedding_);
  add_child("vision_model.pre_layrnorm", pre_layernorm_);  // sic
  for (int64_t i = 0; i < config.num_hidden_layers; ++i)
    layers_.emplace_back(config.layer, config.activation, options);
  add_child("vision_model.encoder.layers", layers_);
  add_child("vision_model.post_layernorm", post_layernorm_);
  if (config.with_projection)
    add_child("visual_projection", projection_.emplace(width, config.projection_dim, nn::Bias::no, options));
}

Tensor ClipVision::forward(const Tensor& pixels, int64_t skipped_layers, const nn::BlockRunner& runner) {
  const Tensor patches = clip_patches(pixels, config_.patch_size);  // [B, L - 1, C p p]
  const Tensor first = class_embedding_.expand({pixels.size(0), 1, -1});
  Tensor x = torch::cat({first, torch::linear(patches, patch_weight_.flatten(1))}, 1);
  x = pre_layernorm_.forward(x + position_embedding_.weight);
  for (size_t i = 0; i + static_cast<size_t>(skipped_layers) < layers_.size(); ++i) {
    ClipLayer& layer = layers_[i];
    const auto run = [&layer](const nn::Tensors& in) { return nn::Tensors{layer.forward(in[0])}; };
    x = nn::run_block(runner, {i, layer, {x}, run}).front();
  }
  return x;
}

ClipPreprocessing ClipPreprocessing::from_json(const nlohmann::json& json) {
  constexpr int bicubic = 3;
  nn::ConfigReader read(json, clip_processor_file);
  ClipPreprocessing p;
  p.shortest_edge = read_edge(json, "size", "shortest_edge", p.shortest_edge);
  p.side = read_edge(json, "crop_size", "height", p.side);
  read_colours(json, "image_mean", p.image_mean, read);
  read_colours(json, "image_std", p.image_std, read);
  read.expect("resample", bicubic, bicubic);
  for (const char* step : {"do_resize", "do_center_crop", "do_rescale", "do_normalize"})
    read.expect(step, true, true);
  read.require(p.side <= p.shortest_edge, "crop_size is above size");
  read.finish();
  return p;
}

Tensor ClipPreprocessing::normalised(const Tensor& pictures) const {
  const auto by_channel = [&](const std::vector<double>& numbers) {
    return torch::tensor(numbers, torch::kFloat32).to(pictures.device()).view({1, 3, 1, 1});
  };
  return (pictures - by_channel(image_mean)) / by_channel(image_std);
}

Tensor ClipPreprocessing::cropped(const Tensor& pictures) const {
  const int64_t height = pictures.size(2), width = pictures.size(3);
  const auto longer = [&](int64_t of, int64_t shorter) { return shortest_edge * of / shorter; };
  const int64_t rows = height <= width ? shortest_edge : longer(height, width),
                columns = height <= width ? longer(width, height) : shortest_edge;
  Tensor levels = tensor::to_host((pictures * 255).round().clamp(0, 255).to(torch::kUInt8));
  if (rows != height || columns != width)
    levels = at::_upsample_bicubic2d_aa(levels, {rows, columns}, /*align_corners=*/false);
  const Tensor square = levels.narrow(2, (rows - side) / 2, side).narrow(3, (columns - side) / 2, side);
  return normalised(square.to(torch::kFloat32) / 255);
}

Tensor ClipPreprocessing::squeezed(const Tensor& pictures) const {
  const Tensor centred = tensor::to_host(pictures, torch::kFloat32) * 2 - 1;
  const Tensor square = torch::upsample_bicubic2d(centred, {side, side}, /*align_corners=*/false);
  return normalised(square * 0.5 + 0.5);
}

ClipImageEncoder::ClipImageEncoder(const std::filesystem::path& folder,
                                   const std::filesystem::path& processor,
                                   const nn::ComponentOptions& options)
    : options_(options),
      preprocessing_(ClipPreprocessing::from_json(read_json(processor / "preprocessor_config.json"))),
      network_(nn::load_component<ClipVision, ClipVisionConfig>(folder, options)) {}

Tensor ClipImageEncoder::encode(const Tensor& pictures) {
  const torch::NoGradGuard no_grad;
  const Tensor pixels = preprocessing_.cropped(pictures).to(options_.device, options_.dtype);
  return network_->forward(pixels, used_before_the_end, nn::cancelling_runner(options_.stop));
}

}  // namespace fw::encoders
