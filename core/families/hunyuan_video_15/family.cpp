// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video_15/family.h"

#include "encoders/siglip.h"
#include "families/hunyuan_video_15/cases.h"
#include "families/hunyuan_video_15/objective.h"
#include "families/hunyuan_video_15/prompt.h"
#include "families/hunyuan_video_15/sampling.h"
#include "families/hunyuan_video_15/vae.h"

namespace fw::families {

namespace {

class Hunyuan15Family : public Family {
 public:
  using Family::Family;

  std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const override {
    return hunyuan15_load_transformer(source(), options);
  }
  std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& wanted, VaePart part) const override {
    nn::ComponentOptions options = wanted;
    if (part == VaePart::encoder) options.without = "decoder.";
    if (part == VaePart::decoder) options.without = "encoder.";
    return nn::load_component<Hunyuan15Vae, Hunyuan15VaeConfig>(source().part("vae"), options);
  }
  std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const override {
    return std::make_unique<encoders::QwenByt5TextEncoders>(source(), hunyuan15_text_specs(spec()), place,
                                                            prompts, options);
  }
  std::unique_ptr<ImageEncoder> load_image_encoder(const nn::ComponentOptions& options) const override {
    if (spec().image_encoder() == nullptr) return nullptr;
    return std::make_unique<encoders::SiglipImageEncoder>(source().part("image_encoder"),
                                                          source().part("feature_extractor"), options);
  }
  std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                     const nn::ComponentOptions& options) const override {
    return std::make_unique<Hunyuan15TrainingModel>(*this, settings, options);
  }

  std::vector<LatentCondition> encode_conditions(VideoVae& vae, const std::vector<Condition>& conditions,
                                                 const SampleRequest& request, const NoiseSource&,
                                                 torch::Dtype dtype,
                                                 const VaeOptions& options) const override {
    return hunyuan15_encode_conditions(vae, conditions, request.size, dtype, options);
  }
  torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                        const SampleHooks& hooks) const override {
    const auto scheduler = schedulers::FlowMatchConfig::from_json(
        read_json(source().part("scheduler") / "scheduler_config.json"));
    return hunyuan15_denoise(dynamic_cast<Hunyuan15Transformer&>(transformer), scheduler, spec(), input,
                             dtype, hooks);
  }
};

}  // namespace

FamilyEntry hunyuan_video_15() {
  return {.id = "hunyuan_video_15",
          .open = [](catalog::ModelSpec spec, catalog::ModelSource source) -> std::unique_ptr<Family> {
            return std::make_unique<Hunyuan15Family>(std::move(spec), std::move(source));
          },
          .networks = {network_class<Hunyuan15Transformer, Hunyuan15TransformerConfig>(
                           "HunyuanVideo15Transformer3DModel"),
                       network_class<Hunyuan15Vae, Hunyuan15VaeConfig>("AutoencoderKLHunyuanVideo15")},
          .samplers = {},
          .cases = hunyuan15_cases()};
}

}  // namespace fw::families
