// SPDX-License-Identifier: Apache-2.0
#include "support/toy_family.h"

#include "base/atomic_file.h"
#include "base/json_text.h"
#include "catalog/model_config.h"
#include "families/registry.h"
#include "nn/embeddings.h"
#include "nn/layers.h"
#include "schedulers/flow_training.h"
#include "schedulers/make_sampler.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace fw::support {

namespace {

using families::SampleHooks;
using families::SampleInput;
using families::TrainingBatch;
using families::TrainingDraw;
using families::VaeOptions;
using nlohmann::json;
using nn::Tensors;
using torch::Tensor;

constexpr int64_t channels = 4, width = 16, text_width = 8, pooled_width = 6, factor = 4, tokens = 5;

/// This family's networks are not configurable.
struct NoConfig {
  static NoConfig from_json(const json&) { return {}; }
};

struct DoubleBlock : nn::Module {
  explicit DoubleBlock(const torch::TensorOptions& options)
      : video(width + text_width, width, nn::Bias::yes, options),
        text(width, text_width, nn::Bias::yes, options) {
    add_child("video", video);
    add_child("text", text);
  }
  /// x [B, S, width], text [B, L, text_width], condition [B, width]
  Tensors forward(const Tensors& in) const {
    const Tensor whole = in[1].mean(1, true).expand({-1, in[0].size(1), -1});
    const Tensor x = in[0] + torch::silu(video.forward(torch::cat({in[0], whole}, 2))) * in[2].unsqueeze(1);
    return {x, in[1] + text.forward(x.mean(1, true))};
  }
  nn::Linear video, text;
};

struct SingleBlock : nn::Module {
  explicit SingleBlock(const torch::TensorOptions& options)
      : up(width, 4 * width, nn::Bias::yes, options), down(4 * width, width, nn::Bias::yes, options) {
    add_child("up", up);
    add_child("down", down);
  }
  Tensors forward(const Tensors& in) const {
    return {in[0] + down.forward(torch::silu(up.forward(in[0] * in[1].unsqueeze(1))))};
  }
  nn::Linear up, down;
};

class Transformer : public families::VideoTransformer {
 public:
  Transformer(NoConfig, const torch::TensorOptions& options)
      : in_(channels, width, nn::Bias::yes, options),
        condition_(width + pooled_width, width, nn::Bias::yes, options),
        out_(width, channels, nn::Bias::yes, options) {
    add_child("in", in_);
    add_child("condition", condition_);
    add_child("out", out_);
    for (int i = 0; i < 2; ++i) {
      double_blocks_.emplace_back(options);
      single_blocks_.emplace_back(options);
    }
    add_child("double_blocks", double_blocks_);
    add_child("single_blocks", single_blocks_);
  }
  std::vector<std::string> block_lists() const override { return {"double_blocks", "single_blocks"}; }
  int64_t block_count() const override { return 4; }

  /// @param z  [B, C, F, h, w]. @param sigmas  [B]
  Tensor forward(const Tensor& z, const encoders::TextCondition& text, const Tensor& sigmas,
                 const nn::BlockRunner& runner) {
    const auto dtype = z.scalar_type();
    const Tensor time = nn::sinusoidal_embedding(sigmas * 1000, width, nn::SinusoidOrder::cos_sin, 0);
    const Tensor condition =
        condition_.forward(torch::cat({time.to(dtype), text.pooled.to(z.device(), dtype)}, 1));
    Tensors x{in_.forward(z.flatten(2).transpose(1, 2)),
              text.embeds.to(z.device(), dtype) * text.mask.to(z.device(), dtype).unsqueeze(2)};
    for (size_t i = 0; i < double_blocks_.size(); ++i) {
      DoubleBlock& block = double_blocks_[i];
      const auto run = [&block](const Tensors& in) { return block.forward(in); };
      x = nn::run_block(runner, {i, block, {x[0], x[1], condition}, run});
    }
    x.resize(1);
    for (size_t i = 0; i < single_blocks_.size(); ++i) {
      SingleBlock& block = single_blocks_[i];
      const auto run = [&block](const Tensors& in) { return block.forward(in); };
      x = nn::run_block(runner, {double_blocks_.size() + i, block, {x[0], condition}, run});
    }
    return out_.forward(x[0]).transpose(1, 2).reshape(z.sizes());
  }

 private:
  nn::Linear in_, condition_, out_;
  nn::ModuleList<DoubleBlock> double_blocks_;
  nn::ModuleList<SingleBlock> single_blocks_;
};

/// Patches of 4 x 4 pixels, mapped to latents and back.
class Vae : public families::VideoVae {
 public:
  Vae(NoConfig, const torch::TensorOptions& options)
      : encoder_(3 * factor * factor, channels, nn::Bias::yes, options),
        decoder_(channels, 3 * factor * factor, nn::Bias::yes, options) {
    add_child("encoder", encoder_);
    add_child("decoder", decoder_);
    add_buffer("latents_mean", mean_, {channels}, options);
    add_buffer("latents_std", deviation_, {channels}, options);
  }
  families::LatentPosterior encode(const Tensor& video, const VaeOptions&) override {
    const torch::NoGradGuard no_grad;
    const int64_t b = video.size(0), t = video.size(2), h = video.size(3) / factor,
                  w = video.size(4) / factor;
    const Tensor patches = video.reshape({b, 3, t, h, factor, w, factor})
                               .permute({0, 2, 3, 5, 1, 4, 6})
                               .reshape({b, t, h, w, 3 * factor * factor});
    const Tensor mean = encoder_.forward(patches).permute({0, 4, 1, 2, 3});
    return {mean, torch::full_like(mean, -6)};
  }
  Tensor decode(const Tensor& latents, const Tensor&, const VaeOptions&) override {
    const torch::NoGradGuard no_grad;
    const int64_t b = latents.size(0), t = latents.size(2), h = latents.size(3), w = latents.size(4);
    return decoder_.forward(latents.permute({0, 2, 3, 4, 1}))
        .reshape({b, t, h, w, 3, factor, factor})
        .permute({0, 4, 1, 2, 5, 3, 6})
        .reshape({b, 3, t, factor * h, factor * w});
  }
  int64_t latent_channels() const override { return channels; }
  families::LatentScale latent_scale() const override {
    return {.factor = 1, .mean = mean_, .deviation = deviation_};
  }
  families::VaeTiling default_tiling() const override { return {64, 64, 0.25, 0.25}; }
  std::vector<families::VaeTiling> smaller_tilings() const override { return {{32, 32, 0.25, 0.25}}; }

 private:
  nn::Linear encoder_, decoder_;
  Tensor mean_, deviation_;
};

/// A table row for each of the first letters; their mean is the pooled vector.
class TextEncoder : public nn::Module {
 public:
  TextEncoder(NoConfig, const torch::TensorOptions& options)
      : letters_(128, text_width, options), pool_(text_width, pooled_width, nn::Bias::yes, options) {
    add_child("letters", letters_);
    add_child("pool", pool_);
  }
  encoders::TextCondition forward(const Tensor& ids) {
    const Tensor embeds = letters_.forward(ids);
    return {embeds, (ids != 0).to(torch::kInt64), pool_.forward(embeds.mean(1))};
  }

 private:
  nn::Embedding letters_;
  nn::Linear pool_;
};

class TextEncoders : public encoders::TextEncoders {
 public:
  TextEncoders(std::unique_ptr<TextEncoder> network, torch::Device device)
      : network_(std::move(network)), device_(device) {}
  encoders::TextCondition encode(const std::vector<std::string>& prompts) override {
    const torch::NoGradGuard no_grad;
    std::vector<int64_t> ids;
    for (std::string text : prompts) {
      text.resize(tokens);
      for (const char letter : text) ids.push_back(letter & 127);
    }
    const auto rows = static_cast<int64_t>(prompts.size());
    return network_->forward(torch::tensor(ids, torch::kInt64).view({rows, tokens}).to(device_));
  }

 private:
  std::unique_ptr<TextEncoder> network_;
  torch::Device device_;
};

/// A picture's mean colour.
class ImageEncoder : public families::ImageEncoder {
 public:
  Tensor encode(const Tensor& pictures) override { return pictures.mean({2, 3}).unsqueeze(1); }
};

class TrainingModel : public families::TrainingModel {
 public:
  TrainingModel(std::unique_ptr<families::VideoTransformer> transformer, const catalog::ModelSpec& spec,
                const families::LatentScale& scale, const nn::ComponentOptions& options)
      : transformer_(std::move(transformer)), spec_(spec), scale_(scale), options_(options) {}

  families::VideoTransformer& transformer() override { return *transformer_; }
  TrainingDraw draw(const TrainingBatch& batch, torch::Generator generator) const override {
    const Tensor sigmas = schedulers::draw_sigmas({}, batch.latents.size(0), 0, generator);
    return at_sigmas(batch, sigmas, generator);
  }
  TrainingDraw draw_at(const TrainingBatch& batch, double level, torch::Generator generator) const override {
    return at_sigmas(batch, torch::full({batch.latents.size(0)}, level), generator);
  }
  Tensor losses(const TrainingBatch& batch, const TrainingDraw& draw,
                const nn::BlockRunner& runner) override {
    const Tensor x = scale_.to_model(batch.latents.to(options_.device));
    const Tensor noise = draw.noise.to(options_.device), sigmas = draw.sigmas.to(options_.device);
    const Tensor noisy = schedulers::add_noise(x, noise, sigmas).to(options_.dtype);
    auto& network = dynamic_cast<Transformer&>(*transformer_);
    const Tensor flow = network.forward(noisy, batch.text, sigmas, runner).to(torch::kFloat32);
    return (flow - (noise - x)).square().flatten(1).mean(1);
  }
  TrainingBatch example_batch(const catalog::Bucket& size, int64_t samples) const override {
    const catalog::LatentSize latent = catalog::latent_size(spec_, size);
    const auto input = [samples](std::vector<int64_t> shape) {
      shape.insert(shape.begin(), samples);
      return tensor::example_input(shape, torch::kFloat32);
    };
    TrainingBatch batch;
    batch.latents = input({channels, latent.frames, latent.height, latent.width});
    batch.text = {input({tokens, text_width}), input({tokens}), input({pooled_width})};
    return batch;
  }

 private:
  static TrainingDraw at_sigmas(const TrainingBatch& batch, const Tensor& sigmas,
                                const torch::Generator& generator) {
    TrainingDraw draw;
    draw.noise = tensor::draw_normal(batch.latents.sizes(), generator);
    draw.sigmas = sigmas;
    draw.timesteps = sigmas * 1000;
    return draw;
  }

  std::unique_ptr<families::VideoTransformer> transformer_;
  catalog::ModelSpec spec_;
  families::LatentScale scale_;
  nn::ComponentOptions options_;
};

class Toy : public families::Family {
 public:
  using Family::Family;

  std::unique_ptr<families::VideoTransformer> load_transformer(
      const nn::ComponentOptions& options) const override {
    return nn::load_component<Transformer, NoConfig>(source().part("transformer"), options);
  }
  std::unique_ptr<families::VideoVae> load_vae(const nn::ComponentOptions& options,
                                               families::VaePart) const override {
    return nn::load_component<Vae, NoConfig>(source().part("vae"), options);
  }
  std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace, size_t, const nn::ComponentOptions& options) const override {
    return std::make_unique<TextEncoders>(
        nn::load_component<TextEncoder, NoConfig>(source().part("text_encoder"), options), options.device);
  }
  std::unique_ptr<families::ImageEncoder> load_image_encoder(const nn::ComponentOptions&) const override {
    return std::make_unique<ImageEncoder>();
  }
  std::unique_ptr<families::TrainingModel> load_training_model(
      const run::RunSettings&, const nn::ComponentOptions& options) const override {
    const auto vae = load_vae({.dtype = torch::kFloat32, .device = options.device}, families::VaePart::whole);
    return std::make_unique<TrainingModel>(load_transformer(options), spec(), vae->latent_scale(), options);
  }

  std::vector<families::LatentCondition> encode_conditions(families::VideoVae& vae,
                                                           const std::vector<families::Condition>& conditions,
                                                           const families::SampleRequest&,
                                                           const families::NoiseSource&, torch::Dtype dtype,
                                                           const VaeOptions& options) const override {
    std::vector<families::LatentCondition> latents;
    for (const families::Condition& condition : conditions) {
      const Tensor frame = (condition.pixels * 2 - 1).unsqueeze(2).to(dtype);
      const Tensor mean = vae.encode(frame, options).mean.to(torch::kFloat32);
      latents.push_back({vae.latent_scale().to_model(mean)});
    }
    return latents;
  }

  /// Keeps each picture's latents in place, brightened by the picture's embedding.
  Tensor denoise(families::VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                 const SampleHooks& hooks) const override {
    const torch::NoGradGuard no_grad;
    const catalog::LatentSize size = catalog::latent_size(spec(), input.size);
    const json config = fw::read_json(source().part("scheduler") / "scheduler_config.json");
    const auto sampler = schedulers::make_sampler(schedulers::common_samplers(), config,
                                                  {.class_name = input.sampler, .steps = input.steps});
    Tensor x =
        hooks.noise(families::noise_stream::latents, {1, channels, size.frames, size.height, size.width});
    const auto gain = input.own_value<double>("validation.toy.gain");
    auto& network = dynamic_cast<Transformer&>(transformer);
    for (size_t i = 0; i < sampler->timesteps().size(); ++i) {
      for (const auto& condition : input.image.latents)
        x.narrow(2, 0, 1).copy_(condition.latents + input.image.embeds.mean());
      const Tensor sigmas = torch::full({1}, sampler->timesteps()[i] / 1000, x.options());
      const auto flow = [&](const encoders::TextCondition& text) {
        return network.forward(x.to(dtype), text, sigmas, hooks.block_runner).to(torch::kFloat32);
      };
      Tensor v = flow(input.text) * gain;
      if (input.guidance_scale > 1) {
        const Tensor without = flow(input.negative);
        v = without + input.guidance_scale * (v - without);
      }
      const auto step = sampler->step(i, v, x, {});
      x = step.sample;
      if (hooks.on_step) hooks.on_step(static_cast<int64_t>(i), x, step.pred_original);
    }
    return x;
  }
};

catalog::ModelSpec published() {
  using enum catalog::VideoTask;
  catalog::ModelSpec model;
  model.id = "toy-1";
  model.family = "toy";
  model.tasks = {text_to_video, image_to_video};
  model.rules = {.model = "Toy 1",
                 .size_multiple = factor,
                 .vae_frame_step = 1,
                 .frame_step = 1,
                 .max_n = 8,
                 .fps = 24,
                 .native_height = 16,
                 .native_width = 24};
  model.native_frames = 3;
  model.latent = {.channels = channels, .spatial_factor = factor};
  model.transformer = {.width = width, .blocks = 4};
  model.encoders = {{.kind = catalog::EncoderSpec::Kind::clip, .token_limit = tokens}};
  model.dtype = "bf16";
  model.steps = 4;
  model.guidance_scale = 3;
  model.samplers = {"FlowMatchEulerDiscreteScheduler"};
  return model;
}

/// A component's folder with its configuration and random weights.
template <class Network>
void write_component(const std::filesystem::path& folder, const char* class_name) {
  std::filesystem::create_directories(folder);
  write_file_atomically(folder / "config.json", json{{"_class_name", class_name}}.dump(), Existing::replace);
  Network network({}, torch::TensorOptions(torch::kMeta));
  std::map<std::string, Tensor> weights;
  network.for_each_slot([&](const std::string& name, const Tensor& slot) {
    weights[name] =
        name == "latents_std" ? torch::rand(slot.sizes()) + 0.5 : torch::randn(slot.sizes()) * 0.3;
  });
  tensor::save_tensors(folder / "model.safetensors", weights);
}

}  // namespace

void add_toy_family() {
  static const catalog::Family family{
      .id = "toy",
      .name = "Toy",
      .pipeline_classes = {"ToyPipeline"},
      .transformer_classes = {"ToyTransformer"},
      .published = {published()},
      .describe = [](const catalog::ModelSource&) { return published(); },
      .settings =
          [] {
            return std::vector<catalog::Setting>{
                {.key = "validation.toy.gain", .label = "Gain", .standard = 1.0, .explanation = "Of a toy."}};
          },
      .defaults = {{"validation.guidance_scale", 3.0}}};
  catalog::add_family(family);
  families::add_entry(
      {.id = "toy",
       .open = [](catalog::ModelSpec spec, catalog::ModelSource source) -> std::unique_ptr<families::Family> {
         return std::make_unique<Toy>(std::move(spec), std::move(source));
       },
       .networks = {families::network_class<Transformer, NoConfig>("ToyTransformer"),
                    families::network_class<Vae, NoConfig>("ToyVae"),
                    families::network_class<TextEncoder, NoConfig>("ToyTextEncoder")},
       .cases = {}});
}

void make_toy_model(const std::filesystem::path& folder) {
  torch::manual_seed(4);
  std::filesystem::create_directories(folder / "scheduler");
  const auto write = [&](const char* file, const json& content) {
    write_file_atomically(folder / file, content.dump(), Existing::replace);
  };
  write("model_index.json", {{"_class_name", "ToyPipeline"},
                             {"transformer", {"toy", "ToyTransformer"}},
                             {"vae", {"toy", "ToyVae"}},
                             {"text_encoder", {"toy", "ToyTextEncoder"}},
                             {"scheduler", {"diffusers", "FlowMatchEulerDiscreteScheduler"}}});
  write("scheduler/scheduler_config.json", {{"_class_name", "FlowMatchEulerDiscreteScheduler"}});
  write_component<Transformer>(folder / "transformer", "ToyTransformer");
  write_component<Vae>(folder / "vae", "ToyVae");
  write_component<TextEncoder>(folder / "text_encoder", "ToyTextEncoder");
}

}  // namespace fw::support
