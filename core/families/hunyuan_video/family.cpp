// SPDX-License-Identifier: Apache-2.0
#include "families/hunyuan_video/family.h"

#include "encoders/llama_clip_text_encoders.h"
#include "families/hunyuan_video/cases.h"
#include "families/hunyuan_video/objective.h"
#include "families/hunyuan_video/prompt.h"
#include "families/hunyuan_video/sampling.h"
#include "families/hunyuan_video/vae.h"

namespace fw::families {

namespace {

class HunyuanFamily : public Family {
 public:
  using Family::Family;

  std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const override {
    return nn::load_component<HunyuanTransformer, HunyuanTransformerConfig>(source().part("transformer"),
                                                                            options);
  }
  std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& wanted, VaePart part) const override {
    nn::ComponentOptions options = wanted;
    if (part == VaePart::encoder) options.without = "decoder.";
    if (part == VaePart::decoder) options.without = "encoder.";
    return nn::load_component<HunyuanVae, HunyuanVaeConfig>(source().part("vae"), options);
  }
  std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const override {
    return std::make_unique<encoders::LlamaClipTextEncoders>(source(), hunyuan_text_specs(spec()), place,
                                                             prompts, options);
  }
  std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                     const nn::ComponentOptions& options) const override {
    return std::make_unique<HunyuanTrainingModel>(*this, settings, options);
  }

  std::vector<LatentCondition> encode_conditions(VideoVae&, const std::vector<Condition>&,
                                                 const SampleRequest&, const NoiseSource&, torch::Dtype,
                                                 const VaeOptions&) const override {
    return {};  // ModelSpec::tasks excludes conditions
  }
  torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                        const SampleHooks& hooks) const override {
    const auto scheduler = schedulers::FlowMatchConfig::from_json(
        read_json(source().part("scheduler") / "scheduler_config.json"));
    return hunyuan_denoise(dynamic_cast<HunyuanTransformer&>(transformer), scheduler, spec(), input, dtype,
                           hooks);
  }
};

}  // namespace

FamilyEntry hunyuan_video() {
  return {.id = "hunyuan_video",
          .open = [](catalog::ModelSpec spec, catalog::ModelSource source) -> std::unique_ptr<Family> {
            return std::make_unique<HunyuanFamily>(std::move(spec), std::move(source));
          },
          .networks = {network_class<HunyuanTransformer, HunyuanTransformerConfig>(
                           "HunyuanVideoTransformer3DModel"),
                       network_class<HunyuanVae, HunyuanVaeConfig>("AutoencoderKLHunyuanVideo")},
          .samplers = {},
          .cases = hunyuan_cases()};
}

}  // namespace fw::families
