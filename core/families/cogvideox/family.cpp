// SPDX-License-Identifier: Apache-2.0
#include "families/cogvideox/family.h"

#include "base/json_text.h"
#include "encoders/t5_text_encoders.h"
#include "families/cogvideox/cases.h"
#include "families/cogvideox/objective.h"
#include "families/cogvideox/samplers.h"
#include "families/cogvideox/sampling.h"

namespace fw::families {

namespace {

class CogVideoX : public Family {
 public:
  using Family::Family;

  std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const override {
    return nn::load_component<CogVideoXTransformer, CogVideoXTransformerConfig>(source().part("transformer"),
                                                                                options);
  }
  std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& options, VaePart) const override {
    return nn::load_component<CogVideoXVae, CogVideoXVaeConfig>(source().part("vae"), options);
  }
  std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const override {
    return std::make_unique<encoders::T5TextEncoders>(source(), spec().encoders.front(), place, prompts,
                                                      options);
  }
  std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                     const nn::ComponentOptions& options) const override {
    return std::make_unique<CogVideoXTrainingModel>(*this, settings, options);
  }

  std::vector<Fault> check(const SampleRequest& request) const override {
    try {
      sampler_of(request.sampler, 1);
    } catch (const Error& error) {
      return {error.fault()};
    }
    return {};
  }
  std::vector<LatentCondition> encode_conditions(VideoVae& vae, const std::vector<Condition>& conditions,
                                                 const SampleRequest&, const NoiseSource& noise,
                                                 torch::Dtype dtype,
                                                 const VaeOptions& options) const override {
    return {
        {encode_image(dynamic_cast<CogVideoXVae&>(vae), conditions.front().pixels, noise, dtype, options)}};
  }
  torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                        const SampleHooks& hooks) const override {
    const auto sampler = sampler_of(input.sampler, input.steps);
    return families::denoise(dynamic_cast<CogVideoXTransformer&>(transformer), *sampler, spec(), input, dtype,
                             hooks);
  }

 private:
  /// @throws fw::Error schedulers.*
  std::unique_ptr<schedulers::Sampler> sampler_of(const std::string& class_name, int64_t steps) const {
    const auto config = read_json(source().part("scheduler") / "scheduler_config.json");
    return schedulers::make_sampler(cogvideox_samplers(), config, {.class_name = class_name, .steps = steps});
  }
};

}  // namespace

FamilyEntry cogvideox() {
  return {.id = "cogvideox",
          .open = [](catalog::ModelSpec spec, catalog::ModelSource source) -> std::unique_ptr<Family> {
            return std::make_unique<CogVideoX>(std::move(spec), std::move(source));
          },
          .networks = {network_class<CogVideoXTransformer, CogVideoXTransformerConfig>(
                           "CogVideoXTransformer3DModel"),
                       network_class<CogVideoXVae, CogVideoXVaeConfig>("AutoencoderKLCogVideoX")},
          .samplers = cogvideox_samplers(),
          .cases = cogvideox_cases()};
}

}  // namespace fw::families
