// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalog/bucket.h"

namespace fw::dataset {

/// A clip as input to bucketing: what remains of the source after its cut and its own crop.
struct ClipShape {
  int64_t id = 0;
  int64_t width = 0;
  int64_t height = 0;
  int64_t frames = 0;                       ///< decoded frames of the cut, resampled to the run's frame rate
  double source_fps = 0;                    ///< 0 for a still image
  std::optional<catalog::Bucket> choice{};  ///< the user's choice for this clip, takes precedence
};

/// Use of long clips: only the beginning, or as many samples as whole buckets fit into them.
enum class LongClips { beginning, split };

/// How a clip fills a bucket, and what is lost.
struct BucketFit {
  catalog::Bucket bucket;
  catalog::Crop crop{};        ///< centered, with the bucket's aspect ratio, relative to the clip's picture
  int64_t parts = 1;           ///< number of consecutive samples
  double crop_share = 0;       ///< cropped share of the picture, 0 to 1
  int64_t frames_dropped = 0;  ///< frames that are not in any sample
  double scale = 1;            ///< edge of the bucket divided by edge of the crop; above 1 is upscaling
};

/// @return nullopt if the clip is too short or its size is not possible; a still image fits only a bucket of
///   one frame and vice versa. Thread: any. Cost: O(1).
std::optional<BucketFit> fit_bucket(const ClipShape& clip, const catalog::Bucket& bucket,
                                    LongClips long_clips);

struct BucketAssignment {
  int64_t clip_id = 0;
  std::optional<BucketFit> fit{};  ///< nullopt if the clip fits no bucket
};

/// Assigns each clip to the bucket that preserves most of it, by aspect and length: the largest product of
/// the kept shares of picture and frames, divided by the square root of the scale for upscaling; ties go to
/// the larger bucket. A user's choice takes precedence, even if the clip does not fit it. Thread: any.
/// Cost: O(clips x buckets).
std::vector<BucketAssignment> assign_buckets(std::span<const ClipShape> clips,
                                             std::span<const catalog::Bucket> buckets, LongClips long_clips);

/// Total losses over all clips.
struct BucketTotals {
  int64_t clips = 0;
  int64_t samples = 0;
  int64_t unfit = 0;     ///< clips without a fitting bucket
  int64_t upscaled = 0;  ///< clips
  int64_t frames = 0;    ///< of the clips that fit
  int64_t frames_dropped = 0;
  double mean_crop_share = 0;  ///< over the clips that fit
};
BucketTotals sum_up(std::span<const ClipShape> clips, std::span<const BucketAssignment> assignments);

/// Explains why a clip fits none of `buckets`. Thread: any.
Fault unfit_reason(const ClipShape& clip, std::span<const catalog::Bucket> buckets);

struct BucketLimits {
  int64_t batch_size = 1;
  double max_crop_share = 0.25;
  double max_scale = 1.05;
  double fps = 0;  ///< the run's frame rate; 0: frames as they are
};

/// Warnings before training: clips that fit no bucket, buckets with fewer samples than a batch, upscaling,
/// strong crops, frame rates that would change the speed of motion. One fault per kind, with the number of
/// clips and the worst value. `clips` and `assignments` are parallel. Thread: any.
std::vector<Fault> check_assignments(std::span<const ClipShape> clips,
                                     std::span<const BucketAssignment> assignments,
                                     std::span<const catalog::Bucket> buckets, const BucketLimits& limits);

/// Ids of the clips that such a fault is about, in order; empty for a bucket without clips. Other arguments
/// as for check_assignments. Thread: any. Cost: O(clips).
std::vector<int64_t> clips_of(const Fault& fault, std::span<const ClipShape> clips,
                              std::span<const BucketAssignment> assignments, const BucketLimits& limits);

}  // namespace fw::dataset
