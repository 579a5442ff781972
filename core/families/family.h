// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
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

/// Standard normal noise in float32 on the device that computes. A seed has any number of streams, each
/// independent of the others: a stream always gives the same noise for the same shape.
using NoiseSource = std::function<torch::Tensor(uint64_t stream, torch::IntArrayRef shape)>;

/// Streams that families have in common; below first_step others are free for their own uses.
namespace noise_stream {
inline constexpr uint64_t latents = 0;      ///< that denoising starts from
inline constexpr uint64_t image = 1;        ///< of the first frame's posterior
inline constexpr uint64_t first_step = 16;  ///< 16 + i: what step i adds
}  // namespace noise_stream

/// What is asked of a clip beside its texts and pictures.
struct SampleRequest {
  catalog::Bucket size;
  double fps = 0;  ///< of the clip, for models that know time in seconds
  int64_t steps = 50;
  double guidance_scale = 6;  ///< classifier-free; none at 1 and below
  std::string sampler;        ///< a class of ModelSpec::samplers; empty: the model's own
  catalog::OwnValues own;     ///< settings [validation.<family>] by key; what has its default may be left out

  /// @pre there is a setting `key` of the type T
  template <class T>
  T own_value(std::string_view key) const {
    const auto found = own.find(key);
    return std::get<T>(found == own.end() ? run::find_setting(key)->standard : found->second);
  }
};

/// With everything encoded.
struct SampleInput : SampleRequest {
  encoders::TextCondition text;
  encoders::TextCondition negative;  ///< undefined without classifier-free guidance
  ImageCondition image;
};

/// What is there of a clip whose sections are made one after the other.
struct MadeSections {
  int64_t count = 0;
  torch::Tensor latents;  ///< [B, C, F, h, w] float32 on the CPU, in the order of the clip; undefined: none
};

/// Gets the frames of a clip in their order, some at a time.
using FrameSink = std::function<void(const torch::Tensor& frames)>;

struct SampleHooks {
  nn::BlockRunner block_runner;  ///< runs each block: cancelling, streaming
  /// Two processes that denoise the same clip, each with one branch of guidance; nullptr: this one alone.
  std::shared_ptr<const distributed::Group> guidance = nullptr;
  NoiseSource noise;
  /// After each of Family::steps_of(). @param latents  as the sampler has them, in the family's own layout
  /// @param clean  the clip as this step sees it, [B, C, F, h, w]: what a preview shows
  std::function<void(int64_t step, const torch::Tensor& latents, const torch::Tensor& clean)> on_step;
  MadeSections made;  ///< what on_section() got of the same input and noise: denoise() goes on from there
  std::function<void(const MadeSections& made)> on_section;  ///< after each section but the last
};

/// A model of one family: how its components are loaded, how it is trained and how clips are made with it.
/// Holds no weights; what it loads does not refer to it. What its components' files throw comes through.
/// Thread: any; a component, one at a time.
class Family {
 public:
  Family(catalog::ModelSpec spec, catalog::ModelSource source)
      : spec_(std::move(spec)), source_(std::move(source)) {}
  virtual ~Family() = default;

  const catalog::ModelSpec& spec() const { return spec_; }
  const catalog::ModelSource& source() const { return source_; }

  virtual std::unique_ptr<VideoTransformer> load_transformer(const nn::ComponentOptions& options) const = 0;
  /// @param part  the weights of the rest need not be loaded
  virtual std::unique_ptr<VideoVae> load_vae(const nn::ComponentOptions& options,
                                             VaePart part = VaePart::whole) const = 0;
  /// @param prompts  about how many will be encoded
  virtual std::unique_ptr<encoders::TextEncoders> load_text_encoders(
      encoders::TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options) const = 0;
  /// nullptr for models that take no embeddings of pictures.
  virtual std::unique_ptr<ImageEncoder> load_image_encoder(const nn::ComponentOptions&) const {
    return nullptr;
  }

  /// With the transformer loaded.
  virtual std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                             const nn::ComponentOptions& options) const = 0;

  /// All that forbids the request and that ModelSpec does not say.
  virtual std::vector<Fault> check(const SampleRequest&) const { return {}; }
  /// How often denoise() calls SampleHooks::on_step.
  virtual int64_t steps_of(const SampleRequest& request) const { return request.steps; }

  /// @param conditions  at least one, on the VAE's device
  virtual std::vector<LatentCondition> encode_conditions(VideoVae& vae,
                                                         const std::vector<Condition>& conditions,
                                                         const NoiseSource& noise, torch::Dtype dtype,
                                                         const VaeOptions& options) const = 0;
  /// @param transformer  one that load_transformer() or a training model of this family has loaded
  /// @return  [B, C, F, h, w] float32 in the transformer's scale
  /// Thread: one at a time. Cost: the transformer's, twice a step with guidance.
  virtual torch::Tensor denoise(VideoTransformer& transformer, const SampleInput& input, torch::Dtype dtype,
                                const SampleHooks& hooks) const = 0;
  /// Unless a family says otherwise: the latents as they are, in one piece.
  /// @param latents  as denoise() gave them, on the VAE's device
  /// @return         [B, T, H, W, 3] float32 in 0..1; T may exceed what was asked for
  virtual torch::Tensor decode(VideoVae& vae, const torch::Tensor& latents, const SampleRequest& request,
                               const NoiseSource& noise, torch::Dtype dtype, const VaeOptions& options) const;
  /// The same, handed over as it is made: [B, t, H, W, 3] at a time. Unless a family says otherwise: at once.
  virtual void decode_to(const FrameSink& sink, VideoVae& vae, const torch::Tensor& latents,
                         const SampleRequest& request, const NoiseSource& noise, torch::Dtype dtype,
                         const VaeOptions& options) const {
    sink(decode(vae, latents, request, noise, dtype, options));
  }

 private:
  catalog::ModelSpec spec_;
  catalog::ModelSource source_;
};

}  // namespace fw::families
