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

/// The buckets that a model accepts and those it was trained on.
struct BucketRules {
  std::string model;           ///< as published, for messages
  int64_t size_multiple = 1;   ///< for heights and widths: VAE factor times patch
  int64_t vae_frame_step = 1;  ///< the VAE takes vae_frame_step * k + 1 frames
  int64_t frame_step = 1;      ///< it was trained on frame_step * N + 1 frames ...
  int64_t max_n = 0;           ///< ... for N from 1 to max_n; one frame is a still image
  double fps = 0;              ///< frame rate it was trained at
  int64_t native_height = 0;
  int64_t native_width = 0;
  bool any_size = true;      ///< false: learned positions, only native_height x native_width
  bool still_images = true;  ///< false: a single frame is not a clip
  int64_t least_frames() const { return still_images ? 1 : 1 + vae_frame_step; }
  int64_t max_frames() const { return frame_step * max_n + 1; }
  bool operator==(const BucketRules&) const = default;
};

/// Describes the rules in a sentence, used by all pages and commands.
Fault sentence_of(const BucketRules& rules);

/// Problems of a list of buckets with respect to a model's rules.
struct BucketFaults {
  std::vector<Fault> errors;    ///< the model does not accept them; gives the nearest valid ones
  std::vector<Fault> warnings;  ///< it works, but the model was not trained for it
};
BucketFaults check_buckets(std::span<const Bucket> buckets, const BucketRules& rules);

/// Buckets from the flags of finetrainers and CogVideoX-Factory: video_resolution_buckets with FxHxW values,
/// or frame_buckets, height_buckets and width_buckets, whose combinations are the buckets.
struct BucketFlags {
  std::vector<std::string> video_resolution_buckets{};
  std::vector<std::string> frame_buckets{};
  std::vector<std::string> height_buckets{};
  std::vector<std::string> width_buckets{};
};
struct BucketList {
  std::vector<Bucket> buckets;  ///< without duplicates, in the order in which they were named
  std::vector<Fault> faults;    ///< values that are not buckets, and missing lists
};
BucketList buckets_from_flags(const BucketFlags& flags);

}  // namespace fw::catalog
