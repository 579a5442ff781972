// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalog/bucket.h"

namespace fw::catalog {

/// What a model takes and what it was trained on, as far as buckets are concerned.
struct BucketRules {
  std::string model;           ///< name for sentences, as published
  int64_t size_multiple = 1;   ///< heights and widths: VAE factor times patch
  int64_t vae_frame_step = 1;  ///< the VAE takes vae_frame_step * k + 1 frames
  int64_t frame_step = 1;      ///< it was trained on frame_step * N + 1 frames ...
  int64_t max_n = 0;           ///< ... with N from 1 to max_n; one frame is a still image
  double fps = 0;              ///< frame rate it was trained at
  int64_t native_height = 0;
  int64_t native_width = 0;
  bool any_size = true;      ///< false: learned positions, only native_height x native_width
  bool still_images = true;  ///< false: one frame is no clip
  int64_t least_frames() const { return still_images ? 1 : 1 + vae_frame_step; }
  int64_t max_frames() const { return frame_step * max_n + 1; }
  bool operator==(const BucketRules&) const = default;
};

/// What it takes and what it was trained on, as a sentence: the one that every page and command shows.
Fault sentence_of(const BucketRules& rules);

/// Problems of a list of buckets under a model's rules.
struct BucketFaults {
  std::vector<Fault> errors;    ///< the model cannot take it; names the nearest that it can
  std::vector<Fault> warnings;  ///< it runs, but the model was never trained so
};
BucketFaults check_buckets(std::span<const Bucket> buckets, const BucketRules& rules);

/// Buckets out of flags as finetrainers and CogVideoX-Factory write them: video_resolution_buckets with FxHxW
/// values, or frame_buckets, height_buckets and width_buckets, of which every combination is one.
struct BucketFlags {
  std::vector<std::string> video_resolution_buckets{};
  std::vector<std::string> frame_buckets{};
  std::vector<std::string> height_buckets{};
  std::vector<std::string> width_buckets{};
};
struct BucketList {
  std::vector<Bucket> buckets;  ///< without repetitions, in the order in which they were named
  std::vector<Fault> faults;    ///< values that are no bucket and lists that are missing
};
BucketList buckets_from_flags(const BucketFlags& flags);

}  // namespace fw::catalog
