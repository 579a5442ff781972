// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalog/catalog.h"
#include "families/conditions.h"
#include "families/guidance.h"
#include "families/training_model.h"
#include "families/video_transformer.h"
#include "families/video_vae.h"
#include "nn/load.h"
#include "run/run_settings.h"

/// Shapes: B batch, C latent channels, F latent frames, h w latent height and width; T frames, H W height and
/// width of a clip.
namespace fw::families {

/// Standard normal noise in float32 on the device that computes. A seed has any number of independent
/// streams; a stream always returns the same noise for the same shape.
using NoiseSource = std::function<torch::Tensor(uint64_t stream, torch::IntArrayRef shape)>;

/// Noise streams shared by all families; a family may use any other number below first_step.
namespace noise_stream {
inline constexpr uint64_t latents = 0;      ///< initial latents of denoising
inline constexpr uint64_t image = 1;        ///< of the first frame's posterior
inline constexpr uint64_t first_step = 16;  ///< 16 + i: noise added in step i
}  // namespace noise_stream

/// Parameters of a clip other than its texts and pictures.
struct SampleRequest {
  catalog::Bucket size;
  double fps = 0;  ///< of the clip, for models conditioned on time in seconds
  int64_t steps = 50;
  double guidance_scale = 6;  ///< classifier-free guidance; off at 1 and below
  std::string sampler;        ///< a class in ModelSpec::samplers; empty: the model's own
  catalog::OwnValues own;     ///< settings [validation.<family>] by key; missing ones have their defaults

  /// @pre there is a setting `key` of type T
  template <class T>
  T own_value(std::string_view key) const {
    const auto found = own.find(key);
    return std::get<T>(found == own.end() ? run::find_setting(key)->standard : found->second);
  }
};

/// A request with its encoded conditions.
struct SampleInput : SampleRequest {
  encoders::TextCondition text;
  encoders::TextCondition negative;  ///< undefined without classifier-free guidance
  ImageCondition image;
};

/// The finished sections of a clip that is made section by section.
struct MadeSections {
  int64_t count = 0;
  torch::Tensor latents;     ///< [B, C, F, h, w] float32 on the CPU, in clip order; undefined: none
  torch::Tensor sound = {};  ///< likewise, as on_sound() got it
};

/// The sound of clips.
struct SoundWave {
  torch::Tensor samples;  ///< [B, channels, N] float32 in -1..1 on the CPU; undefined: none
  int64_t rate = 0;       ///< samples per second
};

/// Encodes the sound of clips for training. Thread: one at a time.
class SoundEncoder {
 public:
  virtual ~SoundEncoder() = default;
  virtual int64_t rate() const = 0;  ///< samples per second that it takes
  /// @param wave     [2, N] float32 on the CPU
  /// @param seconds  that the clip plays, which determine the number of latents
  /// @return         [C, A, bins] float32, unscaled
  virtual torch::Tensor encode(const torch::Tensor& wave, double seconds) const = 0;
};

/// Receives the frames of a clip in order, several at a time.
using FrameSink = std::function<void(const torch::Tensor& frames)>;

struct SampleHooks {
  nn::BlockRunner block_runner;  ///< runs each block: cancelling, streaming
  /// Two processes that denoise the same clip, one guidance branch each; nullptr: one process computes both.
  std::shared_ptr<const distributed::Group> guidance = nullptr;
  NoiseSource noise;
  /// Called after each of Family::steps_of(). @param latents  from the sampler, in the family's own layout
  /// @param clean  the clip as predicted at this step, [B, C, F, h, w], for previews
  std::function<void(int64_t step, const torch::Tensor& latents, const torch::Tensor& clean)> on_step;
  /// Likewise for a clip with sound: its tokens after each step, [B, A, C]. The last ones are the result.
  std::function<void(int64_t step, const torch::Tensor& tokens)> on_sound = {};
  MadeSections made;  ///< from on_section() with the same input and noise: denoise() continues from there
  std::function<void(const MadeSections& made)> on_section;  ///< after each section except the last
};

/// A model of one family: loads its components, trains it and generates clips with it. Holds no weights, and
/// loaded components do not refer to it. Errors of the components' files propagate.
/// Thread: any; each component, one at a time.
class Family {
 public:
  Family(catalog::ModelSpec spec, catalog::ModelSource source)
      : spec_(std::move(spec)), source_(std::move(source)) {}
  virtual ~Family() = default;

  const catalog::ModelSpec& spec() const { return spec_; }
  const catalog::ModelSource& source() const { return source_; }

  virtual std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const = 0;
  /// @param part  the weights of other parts need not be loaded
  virtual std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& options,
                                             VaePart part = VaePart::whole) const = 0;
  /// @param prompts  roughly how many will be encoded
  virtual std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const = 0;
  /// Returns nullptr for models that do not take embeddings of pictures.
  virtual std::unique_ptr<ImageEncoder> load_image_encoder(const nn::ComponentOptions&) const {
    return nullptr;
  }

  /// Embeds a clip's pictures. The default embeds the first one.
  /// @param conditions  at least one @return  [1, tokens, D]
  virtual torch::Tensor embed_pictures(ImageEncoder& encoder,
                                       const std::vector<Condition>& conditions) const {
    return encoder.encode(conditions.front().pixels);
  }

  /// The cache entry of a clip's pictures: `clip` [C, F, h, w] of the VAE and `embedding` [tokens, D]. If
  /// empty, precompute stores the first frame's embedding or posterior.
  /// @param encoder  from load_image_encoder() @param video  [1, 3, T, H, W] in [-1, 1]
  virtual std::map<std::string, torch::Tensor> encode_pictures(VideoVae&, ImageEncoder* /*encoder*/,
                                                               const torch::Tensor& /*video*/,
                                                               const VaeOptions&) const {
    return {};
  }

  /// Whether clips of this request can have sound, and are to have it. The default: no model makes sound.
  /// @param lent  a network in training that will denoise; nullptr: one that load_transformer() loads
  virtual bool makes_sound(const SampleRequest&, const VideoTransformer* /*lent*/) const { return false; }
  /// From now on networks and texts are loaded, and clips made, with sound or without it (the default).
  void use_sound(bool wanted) { with_sound_ = wanted; }
  bool with_sound() const { return with_sound_; }
  /// Loads what decodes sound, and decodes it.
  /// @param tokens  from the last SampleHooks::on_sound. @pre with_sound()
  virtual SoundWave decode_sound(const torch::Tensor& /*tokens*/, const nn::ComponentOptions&) const {
    return {};
  }

  /// @pre with_sound()
  virtual std::unique_ptr<SoundEncoder> load_sound_encoder(const nn::ComponentOptions&) const {
    return nullptr;
  }

  /// Loads the transformer and returns it in its training model.
  virtual std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                             const nn::ComponentOptions& options) const = 0;

  /// Problems with the request that ModelSpec does not cover.
  virtual std::vector<Fault> check(const SampleRequest&) const { return {}; }
  /// How many times denoise() calls SampleHooks::on_step.
  virtual int64_t steps_of(const SampleRequest& request) const { return request.steps; }

  /// @param conditions  at least one, on the VAE's device
  virtual std::vector<LatentCondition> encode_conditions(VideoVae& vae,
                                                         const std::vector<Condition>& conditions,
                                                         const SampleRequest& request,
                                                         const NoiseSource& noise, torch::Dtype dtype,
                                                         const VaeOptions& options) const = 0;
  /// @param transformer  loaded by load_transformer() or by a training model of this family
  /// @return  [B, C, F, h, w] float32 in the transformer's scale
  /// Thread: one at a time. Cost: one transformer pass per step, two with guidance.
  virtual torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                                const SampleHooks& hooks) const = 0;
  /// The default decodes the latents as they are, in one piece.
  /// @param latents  from denoise(), on the VAE's device
  /// @return         [B, T, H, W, 3] float32 in 0..1; T may exceed the requested number of frames
  virtual torch::Tensor decode(VideoVae& vae, const torch::Tensor& latents, const SampleRequest& request,
                               const NoiseSource& noise, torch::Dtype dtype, const VaeOptions& options) const;
  /// Like decode(), but passes on frames as they are ready: [B, t, H, W, 3] at a time. The default: all at
  /// once.
  virtual void decode_to(const FrameSink& sink, VideoVae& vae, const torch::Tensor& latents,
                         const SampleRequest& request, const NoiseSource& noise, torch::Dtype dtype,
                         const VaeOptions& options) const {
    sink(decode(vae, latents, request, noise, dtype, options));
  }

 private:
  catalog::ModelSpec spec_;
  catalog::ModelSource source_;
  bool with_sound_ = false;
};

}  // namespace fw::families
