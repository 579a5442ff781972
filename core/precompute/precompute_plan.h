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
  torch::Dtype dtype = torch::kBFloat16;  ///< of the networks and the stored values
  bool first_frames = false;              ///< also encodes first frames separately
  StoredLatents stored = StoredLatents::posterior;
  encoders::TextEncoderPlace text_encoder = encoders::TextEncoderPlace::device;
  bool vae_tiling = false;
  std::string sound;                      ///< component that encodes the clips' sound; empty: none
  bool image_noise = false;               ///< adds noised first frames to the clean one, see latent_cache.h
  EntryCheck check = EntryCheck::header;  ///< for existing entries
  int64_t decode_threads = 2;
};

/// The work for a dataset. Keys in the manifest give the present or future entries.
struct PrecomputePlan {
  catalog::ModelSpec facts;
  dataset::DatasetManifest manifest;
  std::vector<std::string> captions;   ///< distinct texts without an embedding; may contain the empty prompt
  std::vector<std::string> text_keys;  ///< of these, in the same order
  std::vector<size_t> samples;         ///< rows with missing latents or first-frame latents
  int64_t entries_present = 0;
  uint64_t bytes_needed = 0;  ///< disk space for the missing entries
};

/// Disk space of a sample's latents or, below, of its first frames and of a caption's embedding.
/// @throws fw::Error base.read_failed, base.bad_json (the text encoders' config.json)
uint64_t latents_bytes(const catalog::ModelSpec& facts, const catalog::Bucket& bucket,
                       const PrecomputeOptions& options);
uint64_t image_bytes(const catalog::ModelSpec& facts, const catalog::Bucket& bucket,
                     const PrecomputeOptions& options);
uint64_t text_bytes(const catalog::ModelSpec& facts, const PrecomputeOptions& options);

/// Determines each entry's key from the content it is made from: source hash, cut, crop, fps, bucket, VAE and
/// dtype for latents; caption, token limits, text encoders and dtype for embeddings. A changed caption or
/// clip therefore recreates only its own entry. Existing entries are checked as requested by `options.check`.
/// @param manifest  rows from a project; their keys are replaced
/// @throws fw::Error config.* for an unknown model, safetensors.* for its weights, precompute.cache_full if
///   the cache's disk has less free space than the missing entries need; fw::Cancelled
/// Cost: reads the model's weights once (see safetensors::component_identity) and the entries' headers.
PrecomputePlan plan_precompute(dataset::DatasetManifest manifest, const PrecomputeOptions& options,
                               const std::stop_token& stop);

/// Converts a clip to the input of the networks. @param bytes  [F, H, W, 3] 8-bit RGB
/// @return [1, 3, F, H, W] in [-1, 1] on `device`
torch::Tensor normalise_frames(const torch::Tensor& bytes, torch::Device device, torch::Dtype dtype);

}  // namespace fw::precompute
