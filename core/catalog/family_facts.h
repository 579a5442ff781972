// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/bucket_rules.h"

/// What each published model takes and was made for. Said here once and read by whatever needs it: forms,
/// run files, buckets, captions, precompute, pipelines and the command line.
namespace fw::catalog {

enum class VideoTask { text_to_video = 1, image_to_video };

struct FamilyFacts {
  std::string id;      ///< e.g. "cogvideox-5b-i2v": model.variant in run files
  std::string family;  ///< e.g. "cogvideox": model.family in run files
  VideoTask task = VideoTask::text_to_video;
  BucketRules rules;               ///< name, size multiples, frame steps, fps and native size
  int64_t native_frames = 49;      ///< what a clip has unless told otherwise
  int64_t token_limit = 226;       ///< of a caption or prompt, end token included
  int64_t latent_channels = 16;    ///< of the VAE
  int64_t vae_spatial_factor = 8;  ///< pixels a latent, along each side
  int64_t vae_temporal_factor = 4;
  int64_t patch_size = 2;    ///< latents a token, along each side
  int64_t patch_frames = 1;  ///< latents a token in time: 2 for CogVideoX 1.5
  std::string dtype;         ///< "fp16" or "bf16": what it was published in
  int64_t steps = 50;        ///< the published pipeline's defaults at inference
  double guidance_scale = 6;

  Bucket native_size() const { return {native_frames, rules.native_height, rules.native_width}; }
  bool operator==(const FamilyFacts&) const = default;
};

/// The published models, without a model folder. Thread: any.
std::span<const FamilyFacts> published_models();
/// @param id  as FamilyFacts::id. @return nullptr when there is none
const FamilyFacts* find_model(std::string_view id);

/// Recognises the family and variant of a diffusers model folder from its model_index.json and component
/// configs. What these configs state (sizes, token limit, factors) replaces the published model's value, so
/// that a model cut down or extended from a published one is described as it is.
/// @throws fw::Error catalog.model_file_missing, catalog.model_file_broken, catalog.unknown_model
FamilyFacts recognise_model(const std::filesystem::path& folder);

/// The latents of a clip: [latent_channels, frames, height, width] for each.
struct LatentSize {
  int64_t frames = 0;          ///< of the clip
  int64_t padding_frames = 0;  ///< in front of them, up to a multiple of patch_frames
  int64_t height = 0;
  int64_t width = 0;
  bool operator==(const LatentSize&) const = default;
};
LatentSize latent_size(const FamilyFacts& facts, const Bucket& size);
/// Frames that `latent_frames` decode to: 4 (n - 1) + 1 for an odd n, 4 n for an even one (CogVideoX' decoder
/// works on pairs and keeps the first frame apart only in a batch of odd length).
int64_t decoded_frames(const FamilyFacts& facts, int64_t latent_frames);

/// All that forbids making a clip of this size, each fault naming the nearest sizes that are legal.
std::vector<Fault> check_video_size(const FamilyFacts& facts, const Bucket& size);

}  // namespace fw::catalog
