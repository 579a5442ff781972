// SPDX-License-Identifier: Apache-2.0
#include "families/mochi/family.h"

#include "families/mochi/cases.h"
#include "families/mochi/objective.h"
#include "families/mochi/sampling.h"
#include "families/mochi/vae.h"

namespace fw::families {

namespace {

class MochiFamily : public Family {
 public:
  using Family::Family;

  std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const override {
    return nn::load_component<MochiTransformer, MochiTransformerConfig>(source().part("transformer"),
                                                                        options);
  }
  std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& wanted, VaePart part) const override {
    nn::ComponentOptions options = wanted;
    if (part == VaePart::encoder) options.without = "decoder.";
    if (part == VaePart::decoder) options.without = "encoder.";
    return nn::load_component<MochiVae, MochiVaeConfig>(source().part("vae"), options);
  }
  std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const override {
    return std::make_unique<encoders::T5TextEncoders>(source(), spec().encoders.front(), place, prompts,
                                                      options, mochi_text_mask(source()));
  }
  std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings&,
                                                     const nn::ComponentOptions& options) const override {
    return std::make_unique<MochiTrainingModel>(*this, options);
  }

  /// Returns nothing, since the model does not support pictures.
  std::vector<LatentCondition> encode_conditions(VideoVae&, const std::vector<Condition>&,
                                                 const SampleRequest&, const NoiseSource&, torch::Dtype,
                                                 const VaeOptions&) const override {
    return {};
  }
  torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                        const SampleHooks& hooks) const override {
    const auto scheduler = schedulers::FlowMatchConfig::from_json(
        read_json(source().part("scheduler") / "scheduler_config.json"));
    return mochi_denoise(dynamic_cast<MochiTransformer&>(transformer), scheduler, spec(), input, dtype,
                         hooks);
  }
};

}  // namespace

FamilyEntry mochi() {
  return {.id = "mochi",
          .open = [](catalog::ModelSpec spec, catalog::ModelSource source) -> std::unique_ptr<Family> {
            return std::make_unique<MochiFamily>(std::move(spec), std::move(source));
          },
          .networks = {network_class<MochiTransformer, MochiTransformerConfig>("MochiTransformer3DModel"),
                       network_class<MochiVae, MochiVaeConfig>("AutoencoderKLMochi")},
          .samplers = {},
          .cases = mochi_cases()};
}

}  // namespace fw::families
