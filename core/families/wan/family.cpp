// SPDX-License-Identifier: Apache-2.0
#include "families/wan/family.h"

#include "encoders/clip_vision.h"
#include "encoders/umt5_text_encoders.h"
#include "families/wan/cases.h"
#include "families/wan/objective.h"
#include "families/wan/samplers.h"
#include "families/wan/vae.h"

namespace fw::families {

namespace {

class WanFamily : public Family {
 public:
  using Family::Family;

  std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const override {
    return wan_load_transformer(source(), options);
  }
  std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& wanted, VaePart part) const override {
    nn::ComponentOptions options = wanted;
    if (part == VaePart::encoder) options.without = "decoder.";
    if (part == VaePart::decoder) options.without = "encoder.";
    return nn::load_component<WanVae, WanVaeConfig>(source().part("vae"), options);
  }
  std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const override {
    return std::make_unique<encoders::Umt5TextEncoders>(source(), spec().encoders.front(), place, prompts,
                                                        options);
  }
  std::unique_ptr<ImageEncoder> load_image_encoder(const nn::ComponentOptions& options) const override {
    if (spec().image_encoder() == nullptr) return nullptr;
    return std::make_unique<encoders::ClipImageEncoder>(source().part("image_encoder"),
                                                        source().part("image_processor"), options);
  }
  torch::Tensor embed_pictures(ImageEncoder& encoder,
                               const std::vector<Condition>& conditions) const override {
    std::vector<torch::Tensor> embeds;
    for (const Condition& condition : conditions) embeds.push_back(encoder.encode(condition.pixels));
    return torch::cat(embeds, 1);
  }
  std::map<std::string, torch::Tensor> encode_pictures(VideoVae& vae, ImageEncoder* encoder,
                                                       const torch::Tensor& video,
                                                       const VaeOptions& options) const override {
    if (!spec().pictures_fill_clip) return {};
    const int64_t frames = video.size(2);
    const bool with_last = spec().needs_last_frame;
    const torch::Tensor first = video.select(2, 0),
                        last = with_last ? video.select(2, frames - 1) : torch::Tensor();
    std::map<std::string, torch::Tensor> entry{
        {"clip", vae.encode(wan_picture_clip(first, last, frames), options).mean[0]}};
    if (encoder == nullptr) return entry;
    std::vector<torch::Tensor> embeds;
    for (const torch::Tensor& picture : {first, last})  // rounded to 8 bits, whatever the video's dtype
      if (picture.defined())
        embeds.push_back(encoder->encode(((picture.to(torch::kFloat32) + 1) * 127.5).round() / 255)[0]);
    entry["embedding"] = torch::cat(embeds);
    return entry;
  }
  std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                     const nn::ComponentOptions& options) const override {
    return std::make_unique<WanTrainingModel>(*this, settings, options);
  }

  std::vector<LatentCondition> encode_conditions(VideoVae& vae, const std::vector<Condition>& conditions,
                                                 const SampleRequest& request, const NoiseSource&,
                                                 torch::Dtype dtype,
                                                 const VaeOptions& options) const override {
    return wan_encode_conditions(vae, wan_sampling(source()).pictures, conditions, request.size.frames, dtype,
                                 options);
  }
  torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                        const SampleHooks& hooks) const override {
    return wan_denoise(transformer, wan_sampling(source()), spec(), input, dtype, hooks);
  }
};

}  // namespace

FamilyEntry wan() {
  return {.id = "wan",
          .open = [](catalog::ModelSpec spec, catalog::ModelSource source) -> std::unique_ptr<Family> {
            return std::make_unique<WanFamily>(std::move(spec), std::move(source));
          },
          .networks = {network_class<WanTransformer, WanTransformerConfig>("WanTransformer3DModel"),
                       network_class<WanVae, WanVaeConfig>("AutoencoderKLWan")},
          .samplers = wan_samplers(),
          .cases = wan_cases()};
}

}  // namespace fw::families
