// SPDX-License-Identifier: Apache-2.0
#include "families/ltx_video/family.h"

#include "encoders/t5_text_encoders.h"
#include "families/ltx_video/cases.h"
#include "families/ltx_video/objective.h"
#include "families/ltx_video/sampling.h"

namespace fw::families {

namespace {

constexpr ErrorCode first_frame_only{
    "families.first_frame_only",
    FW_TEXT("errors", "{model} takes one picture only, the first frame, and keeps it exactly."),
    FW_TEXT("errors", "Leave the others out, or choose a model of version 0.9.5."), Blame::input};
constexpr ErrorCode condition_outside{
    "families.condition_outside",
    FW_TEXT("errors", "A condition of {frames} frames at frame {index} does not fit into the clip."),
    FW_TEXT("errors", "Place it earlier, shorten it, or make a longer clip."), Blame::input};
constexpr ErrorCode bad_strength{"families.bad_strength",
                                 FW_TEXT("errors", "{strength} is no strength of a condition."),
                                 FW_TEXT("errors", "Choose one from 0 to 1."), Blame::input};

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

  std::vector<Fault> check(const SampleRequest& request,
                           const std::vector<Condition>& conditions) const override {
    std::vector<Fault> faults;
    if (!spec().conditions_at_any_frame) {
      const bool one_first =
          conditions.empty() ||
          (conditions.size() == 1 && conditions[0].frame_index == 0 && conditions[0].strength == 1);
      if (!one_first)
        faults.emplace_back(first_frame_only, std::initializer_list<Argument>{{"model", spec().id}});
      return faults;
    }
    for (const Condition& condition : conditions) {
      const int64_t frames = condition.pixels.defined() ? condition.pixels.size(0) : 1;
      if (condition.frame_index + std::max<int64_t>(frames, 1) > request.size.frames)
        faults.emplace_back(condition_outside, std::initializer_list<Argument>{
                                                   {"frames", frames}, {"index", condition.frame_index}});
      if (!(condition.strength >= 0 && condition.strength <= 1))
        faults.emplace_back(bad_strength, std::initializer_list<Argument>{{"strength", condition.strength}});
    }
    return faults;
  }
  std::vector<LatentCondition> encode_conditions(VideoVae& vae, const std::vector<Condition>& conditions,
                                                 const NoiseSource& noise, torch::Dtype dtype,
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
