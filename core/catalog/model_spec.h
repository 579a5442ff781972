// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/choices.h"
#include "catalog/bucket_rules.h"

/// What a model takes and was made for: read by whatever needs it, from forms and buckets to the pipelines.
namespace fw::catalog {

enum class VideoTask { text_to_video = 1, image_to_video };
constexpr auto choices_of(VideoTask) {
  return std::array{Choice{VideoTask::text_to_video, "text_to_video"},
                    Choice{VideoTask::image_to_video, "image_to_video"}};
}

/// A network that turns texts or pictures into conditions, and what counts its tokens.
struct EncoderSpec {
  enum class Kind { t5 = 1, llama, clip, siglip };
  Kind kind = Kind::t5;
  std::string part = "text_encoder";    ///< its name in model_index.json
  std::string tokenizer = "tokenizer";  ///< likewise; of SigLIP its feature extractor
  int64_t token_limit = 0;              ///< end token included, a template around the text not
  bool operator==(const EncoderSpec&) const = default;
};

/// From pixels to latents to tokens: a clip of F frames has (F - 1) / temporal_factor + 1 latent ones.
struct LatentGeometry {
  int64_t channels = 0;         ///< of the VAE's latents
  int64_t spatial_factor = 1;   ///< pixels a latent, along each side
  int64_t temporal_factor = 1;  ///< frames a latent one
  int64_t patch_size = 1;       ///< latents a token, along each side
  int64_t patch_frames = 1;     ///< latents a token in time
  int64_t window_frames = 0;    ///< latent frames that the network sees at a time; 0: all of the clip
  bool operator==(const LatentGeometry&) const = default;
};

/// The transformer, as far as a LoRA must fit it.
struct TransformerSize {
  int64_t width = 0;   ///< heads times their dimension
  int64_t blocks = 0;  ///< of all lists together
  bool operator==(const TransformerSize&) const = default;
};

struct ModelSpec {
  std::string id;                ///< as published, in lower case
  std::string family;            ///< Family::id: model.family in run files
  std::vector<VideoTask> tasks;  ///< what it can be asked for; the first is the usual one
  BucketRules rules;             ///< name, size multiples, frame steps, fps and native size
  int64_t native_frames = 0;     ///< what a clip has unless told otherwise
  LatentGeometry latent;
  TransformerSize transformer;
  std::vector<EncoderSpec> encoders;  ///< the first one reads captions and prompts
  bool keeps_first_frame = false;     ///< precompute encodes first frames by themselves, too
  /// Several pictures and clips may stand anywhere in the clip, each with a strength; else the one picture
  /// that an image-to-video model takes is its first frame.
  bool conditions_at_any_frame = false;
  bool takes_last_frame = false;  ///< beside a first one, a picture as the last
  std::string dtype;              ///< "fp16" or "bf16": what it was published in
  // The published pipeline's defaults at inference:
  int64_t steps = 0;
  double guidance_scale = 1;                      ///< classifier-free guidance; 1 is none
  std::optional<double> embedded_guidance_scale;  ///< what the transformer takes as an input; nothing: none
  std::vector<std::string> samplers;              ///< classes of schedulers that fit it

  bool can(VideoTask task) const { return std::ranges::find(tasks, task) != tasks.end(); }
  /// The one that reads pictures; nullptr: none.
  const EncoderSpec* image_encoder() const {
    const auto found = std::ranges::find(encoders, EncoderSpec::Kind::siglip, &EncoderSpec::kind);
    return found == encoders.end() ? nullptr : &*found;
  }
  /// Tokens of a caption or prompt, end token included.
  int64_t token_limit() const { return encoders.empty() ? 0 : encoders.front().token_limit; }
  Bucket native_size() const { return {native_frames, rules.native_height, rules.native_width}; }
  bool operator==(const ModelSpec&) const = default;
};

/// The latents of a clip: [channels, frames, height, width] for each.
struct LatentSize {
  int64_t frames = 0;          ///< of the clip
  int64_t padding_frames = 0;  ///< in front of them, up to a multiple of patch_frames
  int64_t height = 0;
  int64_t width = 0;
  bool operator==(const LatentSize&) const = default;
};
LatentSize latent_size(const ModelSpec& model, const Bucket& size);

/// All that forbids making a clip of this size, each fault naming the nearest sizes that are legal.
std::vector<Fault> check_video_size(const ModelSpec& model, const Bucket& size);

}  // namespace fw::catalog
