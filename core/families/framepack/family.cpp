// SPDX-License-Identifier: Apache-2.0
#include "families/framepack/family.h"

#include "encoders/siglip.h"
#include "families/framepack/cases.h"
#include "families/framepack/objective.h"
#include "families/framepack/sampling.h"
#include "families/hunyuan_video/family.h"

namespace fw::families {

namespace {

constexpr ErrorCode part_of_section{
    "families.part_of_section",
    FW_TEXT("errors", "A clip of {frames} frames is not made of whole sections of {section} frames."),
    FW_TEXT("errors", "The nearest values are {nearest}."), Blame::input};

/// Delegates loading of the VAE and the text encoders to HunyuanVideo.
class FramePackFamily : public Family {
 public:
  FramePackFamily(catalog::ModelSpec spec, catalog::ModelSource source)
      : Family(std::move(spec), std::move(source)),
        hunyuan_(hunyuan_video().open(this->spec(), this->source())) {}

  std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const override {
    return nn::load_component<FramePackTransformer, FramePackTransformerConfig>(source().part("transformer"),
                                                                                options);
  }
  std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& options, VaePart part) const override {
    return hunyuan_->load_vae(options, part);
  }
  std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const override {
    return hunyuan_->load_text_encoders(place, prompts, options);
  }
  std::unique_ptr<ImageEncoder> load_image_encoder(const nn::ComponentOptions& options) const override {
    return std::make_unique<encoders::SiglipImageEncoder>(source().part("image_encoder"),
                                                          source().part("feature_extractor"), options);
  }
  std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                     const nn::ComponentOptions& options) const override {
    return std::make_unique<FramePackTrainingModel>(*this, settings, options);
  }

  std::vector<Fault> check(const SampleRequest& request) const override {
    const int64_t section = window_of(request) * spec().latent.temporal_factor;
    const int64_t frames = request.size.frames, below = (frames - 1) / section * section + 1;
    if (below == frames) return {};
    const std::string above = std::to_string(below + section);
    return {{part_of_section,
             {{"frames", frames},
              {"section", section},
              {"nearest", below > section ? std::to_string(below) + ", " + above : above}}}};
  }
  int64_t steps_of(const SampleRequest& request) const override {
    return request.steps *
           framepack_sections(catalog::latent_size(spec(), request.size).frames, window_of(request));
  }

  std::vector<LatentCondition> encode_conditions(VideoVae& vae, const std::vector<Condition>& conditions,
                                                 const SampleRequest&, const NoiseSource& noise,
                                                 torch::Dtype dtype,
                                                 const VaeOptions& options) const override {
    return framepack_encode_conditions(vae, conditions, noise, dtype, options);
  }
  torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                        const SampleHooks& hooks) const override {
    const auto scheduler = schedulers::FlowMatchConfig::from_json(
        read_json(source().part("scheduler") / "scheduler_config.json"));
    return framepack_denoise(dynamic_cast<FramePackTransformer&>(transformer), scheduler, spec(), input,
                             dtype, hooks);
  }
  torch::Tensor decode(VideoVae& vae, const torch::Tensor& latents, const SampleRequest& request,
                       const NoiseSource& noise, torch::Dtype dtype,
                       const VaeOptions& options) const override {
    std::vector<torch::Tensor> parts;
    decode_to([&](const torch::Tensor& frames) { parts.push_back(frames); }, vae, latents, request, noise,
              dtype, options);
    return torch::cat(parts, 1);
  }
  void decode_to(const FrameSink& sink, VideoVae& vae, const torch::Tensor& latents,
                 const SampleRequest& request, const NoiseSource&, torch::Dtype dtype,
                 const VaeOptions& options) const override {
    framepack_decode(sink, vae, spec().latent.temporal_factor, latents, request, dtype, options);
  }

 private:
  static int64_t window_of(const SampleRequest& request) {
    return request.own_value<int64_t>("validation.framepack.latent_window_size");
  }

  std::unique_ptr<Family> hunyuan_;
};

}  // namespace

FamilyEntry framepack() {
  FamilyEntry entry{
      .id = "framepack",
      .open = [](catalog::ModelSpec spec, catalog::ModelSource source) -> std::unique_ptr<Family> {
        return std::make_unique<FramePackFamily>(std::move(spec), std::move(source));
      },
      .networks = {},
      .samplers = {},
      .cases = framepack_cases()};
  for (const char* name : {"HunyuanVideoFramepackTransformer3DModel", "HunyuanVideoTransformer3DModelPacked"})
    entry.networks.push_back(network_class<FramePackTransformer, FramePackTransformerConfig>(name));
  return entry;
}

}  // namespace fw::families
