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

/// Properties of a model, for everything from forms and buckets to the pipelines.
namespace fw::catalog {

enum class VideoTask { text_to_video = 1, image_to_video };
constexpr auto choices_of(VideoTask) {
  return std::array{Choice{VideoTask::text_to_video, "text_to_video"},
                    Choice{VideoTask::image_to_video, "image_to_video"}};
}

/// A network that encodes texts or pictures as conditions, and its tokenizer.
struct EncoderSpec {
  enum class Kind { t5 = 1, umt5, llama, clip, siglip, clip_vision, qwen, byt5, gemma };
  Kind kind = Kind::t5;
  std::string part = "text_encoder";    ///< name in model_index.json
  std::string tokenizer = "tokenizer";  ///< likewise; for pictures, the preprocessor
  int64_t token_limit = 0;              ///< including the end token, excluding a prompt template
  /// Reads only parts of a prompt, so that its limit does not apply to the prompt.
  bool reads_parts() const { return kind == Kind::byt5; }
  bool encodes_pictures() const { return kind == Kind::siglip || kind == Kind::clip_vision; }
  bool operator==(const EncoderSpec&) const = default;
};

/// From pixels to latents to tokens: a clip of F frames has (F - 1) / temporal_factor + 1 latent frames.
struct LatentGeometry {
  int64_t channels = 0;         ///< of the VAE's latents
  int64_t spatial_factor = 1;   ///< pixels per latent, along each side
  int64_t temporal_factor = 1;  ///< frames per latent frame
  int64_t patch_size = 1;       ///< latents per token, along each side
  int64_t patch_frames = 1;     ///< latents per token in time
  int64_t window_frames = 0;    ///< latent frames that the network sees at a time; 0: the whole clip
  bool operator==(const LatentGeometry&) const = default;
};

/// The dimensions of the transformer that a LoRA must match.
struct TransformerSize {
  int64_t width = 0;   ///< heads times their dimension
  int64_t blocks = 0;  ///< total over all lists
  bool operator==(const TransformerSize&) const = default;
};

struct ModelSpec {
  std::string id;                ///< as published, in lower case
  std::string family;            ///< Family::id: model.family in run files
  std::vector<VideoTask> tasks;  ///< supported tasks; the first is the default
  BucketRules rules;             ///< name, size multiples, frame steps, fps and native size
  int64_t native_frames = 0;     ///< default length of a clip
  LatentGeometry latent;
  TransformerSize transformer;
  std::vector<EncoderSpec> encoders;  ///< the first one encodes captions and prompts
  bool keeps_first_frame = false;     ///< precompute also encodes first frames separately
  /// Precompute encodes a clip's pictures with grey frames between them, up to the clip's length.
  bool pictures_fill_clip = false;
  /// Pictures and clips may be at any frame, each with a strength; otherwise the only picture of an
  /// image-to-video model is its first frame.
  bool conditions_at_any_frame = false;
  bool takes_last_frame = false;  ///< accepts a picture as the last frame, in addition to the first
  bool needs_last_frame = false;  ///< makes no clip without it
  std::string dtype;              ///< "fp16" or "bf16": the published type
  // The published pipeline's defaults at inference:
  int64_t steps = 0;
  double guidance_scale = 1;                      ///< classifier-free guidance; 1: off
  std::optional<double> embedded_guidance_scale;  ///< an input of the transformer; nullopt: not used
  std::vector<std::string> samplers;              ///< compatible scheduler classes
  std::string negative_prompt;                    ///< the default

  bool can(VideoTask task) const { return std::ranges::find(tasks, task) != tasks.end(); }
  /// The encoder for pictures, or nullptr.
  const EncoderSpec* image_encoder() const {
    const auto found = std::ranges::find_if(encoders, &EncoderSpec::encodes_pictures);
    return found == encoders.end() ? nullptr : &*found;
  }
  /// Token limit of a caption or prompt, including the end token.
  int64_t token_limit() const { return encoders.empty() ? 0 : encoders.front().token_limit; }
  Bucket native_size() const { return {native_frames, rules.native_height, rules.native_width}; }
  bool operator==(const ModelSpec&) const = default;
};

/// Size of a clip's latents: [channels, frames, height, width].
struct LatentSize {
  int64_t frames = 0;          ///< of the clip
  int64_t padding_frames = 0;  ///< before them, up to a multiple of patch_frames
  int64_t height = 0;
  int64_t width = 0;
  bool operator==(const LatentSize&) const = default;
};
LatentSize latent_size(const ModelSpec& model, const Bucket& size);

/// Every problem with making a clip of this size; each fault gives the nearest valid sizes.
std::vector<Fault> check_video_size(const ModelSpec& model, const Bucket& size);

}  // namespace fw::catalog
