// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/family.h"

#include "families/ltx2/cases.h"
#include "families/ltx2/connectors.h"
#include "families/ltx2/objective.h"
#include "families/ltx2/sampling.h"
#include "families/ltx2/vae_config.h"
#include "families/ltx2/vocoder.h"

namespace fw::families {

namespace {

class Ltx2Family : public Family {
 public:
  using Family::Family;

  std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const override {
    return ltx2_load_transformer(source(), with_sound(), options);
  }
  std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& wanted, VaePart part) const override {
    nn::ComponentOptions options = wanted;
    if (part == VaePart::encoder) options.without = "decoder.";
    if (part == VaePart::decoder) options.without = "encoder.";
    return nn::load_component<LtxVae, Ltx2VaeConfig>(source().part("vae"), options);
  }
  std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const override {
    return ltx2_text_encoders(source(), spec().encoders.front(), place, prompts, options, with_sound());
  }
  std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                     const nn::ComponentOptions& options) const override {
    return std::make_unique<Ltx2TrainingModel>(*this, settings, options);
  }

  std::vector<Fault> check(const SampleRequest& request) const override {
    try {
      steps_of(request);
      stages_of(request);
      return {};
    } catch (const Error& error) {
      return {error.fault()};
    }
  }
  int64_t steps_of(const SampleRequest& request) const override {
    const auto given = ltx2_given_sigmas(request, "validation.ltx2.sigmas");
    const int64_t first = given.empty() ? request.steps : std::ssize(given);
    if (upsampler_of(request).empty()) return first;
    return first + std::ssize(ltx2_given_sigmas(request, "validation.ltx2.stage_2_sigmas"));
  }
  bool makes_sound(const SampleRequest& request, const VideoTransformer* lent) const override {
    if (!request.own_value<bool>("validation.ltx2.sound") || request.size.frames == 1) return false;
    const auto* network = dynamic_cast<const Ltx2Transformer*>(lent);
    return (network == nullptr || network->config().has_sound) && ltx2_has_sound(source());
  }
  SoundWave decode_sound(const torch::Tensor& tokens, const nn::ComponentOptions& options) const override {
    return ltx2_decode_sound(source(), tokens, options);
  }
  std::unique_ptr<SoundEncoder> load_sound_encoder(const nn::ComponentOptions& options) const override {
    return ltx2_sound_encoder(source(), options);
  }
  std::vector<LatentCondition> encode_conditions(VideoVae& vae, const std::vector<Condition>& conditions,
                                                 const SampleRequest& request, const NoiseSource&,
                                                 torch::Dtype dtype,
                                                 const VaeOptions& options) const override {
    return ltx2_encode_conditions(vae, spec(), stages_of(request), conditions, dtype, options);
  }
  torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                        const SampleHooks& hooks) const override {
    auto& network = dynamic_cast<Ltx2Transformer&>(transformer);
    const torch::Device device = hooks.noise(noise_stream::latents, {1}).device();
    const Ltx2Sampling how{
        .scheduler = schedulers::FlowMatchConfig::from_json(
            read_json(source().part("scheduler") / "scheduler_config.json")),
        .scale = ltx2_latent_scale(source(), device),
        .skipped_block = network.config().modulates_text ? 28 : 29,
        .sound_channels = with_sound() ? ltx2_audio_vae_config(source()).latent_channels : 0};
    std::unique_ptr<Ltx2Upsampler> upsampler;
    if (const std::string name = upsampler_of(input); !name.empty())
      upsampler = nn::load_component<Ltx2Upsampler, Ltx2UpsamplerConfig>(source().part(name),
                                                                         {.dtype = dtype, .device = device});
    return ltx2_denoise(network, how, upsampler.get(), spec(), input, dtype, hooks);
  }

 private:
  /// The component that the request names for a second stage; empty: one stage.
  static std::string upsampler_of(const SampleRequest& request) {
    return request.own_value<std::string>("validation.ltx2.upsampler");
  }
  std::vector<catalog::Bucket> stages_of(const SampleRequest& request) const {
    const std::string name = upsampler_of(request);
    if (name.empty()) return ltx2_stages(request.size, nullptr);
    const auto config = Ltx2UpsamplerConfig::from_json(read_json(source().part(name) / "config.json"));
    return ltx2_stages(request.size, &config);
  }
};

}  // namespace

FamilyEntry ltx2() {
  return {.id = "ltx2",
          .open = [](catalog::ModelSpec spec, catalog::ModelSource source) -> std::unique_ptr<Family> {
            return std::make_unique<Ltx2Family>(std::move(spec), std::move(source));
          },
          .networks = {network_class<Ltx2Transformer, Ltx2TransformerConfig>("LTX2VideoTransformer3DModel"),
                       network_class<LtxVae, Ltx2VaeConfig>("AutoencoderKLLTX2Video"),
                       network_class<Ltx2Connectors, Ltx2ConnectorsConfig>("LTX2TextConnectors"),
                       network_class<Ltx2Upsampler, Ltx2UpsamplerConfig>("LTX2LatentUpsamplerModel"),
                       network_class<Ltx2AudioVae, Ltx2AudioVaeConfig>("AutoencoderKLLTX2Audio"),
                       network_class<Ltx2Vocoder, Ltx2VocoderConfig>("LTX2Vocoder"),
                       network_class<Ltx2Vocoder, Ltx2VocoderConfig>("LTX2VocoderWithBWE")},
          .samplers = {},
          .cases = ltx2_cases()};
}

}  // namespace fw::families
