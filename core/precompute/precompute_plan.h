// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/model_choices.h"
#include "dataset/dataset_manifest.h"
#include "encoders/text_encoders.h"
#include "precompute/latent_cache.h"

namespace fw::precompute {

using catalog::StoredLatents;

struct PrecomputeOptions {
  catalog::ModelSource model;
  std::filesystem::path cache_folder;
  torch::Device device = torch::kCPU;
  torch::Dtype dtype = torch::kBFloat16;  ///< of the networks and of what is stored
  bool first_frames = false;              ///< encodes first frames by themselves, too
  StoredLatents stored = StoredLatents::posterior;
  encoders::TextEncoderPlace text_encoder = encoders::TextEncoderPlace::device;
  bool vae_tiling = false;
  bool image_noise = false;               ///< adds noised first frames to the clean one, see latent_cache.h
  EntryCheck check = EntryCheck::header;  ///< of the entries that are there
  int64_t decode_threads = 2;
};

/// What has to be made for a dataset. Filled keys of the manifest say where everything is or will be.
struct PrecomputePlan {
  catalog::ModelSpec facts;
  dataset::DatasetManifest manifest;
  std::vector<std::string>
      captions;  ///< distinct texts whose embedding is missing; may hold the empty prompt
  std::vector<std::string> text_keys;  ///< of these, in their order
  std::vector<size_t> samples;         ///< rows whose latents or first-frame latents are missing
  int64_t entries_present = 0;
  uint64_t bytes_needed = 0;  ///< that the missing entries will take on the disk
};

/// Bytes on the disk of a sample's latents, and of a caption's embedding.
/// @throws fw::Error base.read_failed, base.bad_json (the text encoders' config.json)
uint64_t latents_bytes(const catalog::ModelSpec& facts, const catalog::Bucket& bucket,
                       const PrecomputeOptions& options);
/// The same of its first frames.
uint64_t image_bytes(const catalog::ModelSpec& facts, const catalog::Bucket& bucket,
                     const PrecomputeOptions& options);
uint64_t text_bytes(const catalog::ModelSpec& facts, const PrecomputeOptions& options);

/// Names each entry by the content it is made from: source hash, cut, crop, fps, bucket, VAE and dtype for
/// latents; caption, token limits, text encoders and dtype for embeddings. So a changed caption or clip makes
/// one entry again and no other. Entries that are there are checked as `options.check` says.
/// @param manifest  rows as a project writes them; their keys are replaced
/// @throws fw::Error config.* for an unknown model, safetensors.* for its weights, precompute.cache_full when
/// the cache's
///         disk has less room than the missing entries need; fw::Cancelled
/// Cost: reads the model's weights once (see safetensors::component_identity) and the entries' headers.
PrecomputePlan plan_precompute(dataset::DatasetManifest manifest, const PrecomputeOptions& options,
                               const std::stop_token& stop);

/// A clip as the networks take it. @param bytes  [F, H, W, 3] 8-bit RGB
/// @return [1, 3, F, H, W] in [-1, 1] on `device`
torch::Tensor normalise_frames(const torch::Tensor& bytes, torch::Device device, torch::Dtype dtype);

}  // namespace fw::precompute
