// SPDX-License-Identifier: Apache-2.0
#include "families/ltx_video/family.h"

#include "encoders/t5_text_encoders.h"
#include "families/ltx_video/cases.h"
#include "families/ltx_video/objective.h"
#include "families/ltx_video/sampling.h"

namespace fw::families {

namespace {

class LtxFamily : public Family {
 public:
  using Family::Family;

  std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const override {
    return nn::load_component<LtxTransformer, LtxTransformerConfig>(source().part("transformer"), options);
  }
  std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& wanted, VaePart part) const override {
    nn::ComponentOptions options = wanted;
    if (part == VaePart::encoder) options.without = "decoder.";
    if (part == VaePart::decoder) options.without = "encoder.";
    return nn::load_component<LtxVae, LtxVaeConfig>(source().part("vae"), options);
  }
  std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const override {
    return std::make_unique<encoders::T5TextEncoders>(source(), spec().encoders.front(), place, prompts,
                                                      options, encoders::TextMask::tokens);
  }
  std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                     const nn::ComponentOptions& options) const override {
    return std::make_unique<LtxTrainingModel>(*this, settings, options);
  }

  std::vector<LatentCondition> encode_conditions(VideoVae& vae, const std::vector<Condition>& conditions,
                                                 const SampleRequest&, const NoiseSource& noise,
                                                 torch::Dtype dtype,
                                                 const VaeOptions& options) const override {
    return ltx_encode_conditions(dynamic_cast<LtxVae&>(vae), spec(), conditions, noise, dtype, options);
  }
  torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                        const SampleHooks& hooks) const override {
    const auto scheduler = schedulers::FlowMatchConfig::from_json(
        read_json(source().part("scheduler") / "scheduler_config.json"));
    return ltx_denoise(dynamic_cast<LtxTransformer&>(transformer), scheduler, spec(), input, dtype, hooks);
  }
  torch::Tensor decode(VideoVae& vae, const torch::Tensor& latents, const SampleRequest& request,
                       const NoiseSource& noise, torch::Dtype dtype,
                       const VaeOptions& options) const override {
    return ltx_decode(dynamic_cast<LtxVae&>(vae), latents, request, noise, dtype, options);
  }
};

}  // namespace

FamilyEntry ltx_video() {
  return {.id = "ltx_video",
          .open = [](catalog::ModelSpec spec, catalog::ModelSource source) -> std::unique_ptr<Family> {
            return std::make_unique<LtxFamily>(std::move(spec), std::move(source));
          },
          .networks = {network_class<LtxTransformer, LtxTransformerConfig>("LTXVideoTransformer3DModel"),
                       network_class<LtxVae, LtxVaeConfig>("AutoencoderKLLTXVideo")},
          .samplers = {},
          .cases = ltx_cases()};
}

}  // namespace fw::families
