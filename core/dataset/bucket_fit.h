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

/// A clip as bucketing sees it: what is left of the source after its cut and its own crop.
struct ClipShape {
  int64_t id = 0;
  int64_t width = 0;
  int64_t height = 0;
  int64_t frames = 0;                       ///< decoded frames of the cut, resampled to the run's frame rate
  double source_fps = 0;                    ///< 0 for a still image
  std::optional<catalog::Bucket> choice{};  ///< a person's choice for this clip, before any other
};

/// Long clips: only their beginning, or as many samples as whole buckets fit into them.
enum class LongClips { beginning, split };

/// How one clip fills one bucket, and what is lost by it.
struct BucketFit {
  catalog::Bucket bucket;
  catalog::Crop crop{};        ///< centred, of the bucket's shape, relative to the clip's picture
  int64_t parts = 1;           ///< samples, one after the other
  double crop_share = 0;       ///< share of the picture that is cut away, 0 to 1
  int64_t frames_dropped = 0;  ///< frames that are in no sample
  double scale = 1;            ///< edge of the bucket over edge of the crop; above 1 is upscaling
};

/// @return nothing when the clip is too short or has no possible size; a still image fits only a bucket of
/// one frame and the other way round. Thread: any. Cost: O(1).
std::optional<BucketFit> fit_bucket(const ClipShape& clip, const catalog::Bucket& bucket,
                                    LongClips long_clips);

struct BucketAssignment {
  int64_t clip_id = 0;
  std::optional<BucketFit> fit{};  ///< nothing when the clip fits no bucket
};

/// Each clip into the bucket in which the least of it is lost, by aspect and length: the largest product of
/// the kept shares of picture and frames, divided by the root of the scale where the clip is enlarged;
/// between equals the larger bucket. A bucket chosen by a person is taken or nothing is. Thread: any. Cost:
/// O(clips x buckets).
std::vector<BucketAssignment> assign_buckets(std::span<const ClipShape> clips,
                                             std::span<const catalog::Bucket> buckets, LongClips long_clips);

/// What all clips together lose.
struct BucketTotals {
  int64_t clips = 0;
  int64_t samples = 0;
  int64_t unfit = 0;     ///< clips that fit no bucket
  int64_t upscaled = 0;  ///< clips
  int64_t frames = 0;    ///< of the clips that fit
  int64_t frames_dropped = 0;
  double mean_crop_share = 0;  ///< over the clips that fit
};
BucketTotals sum_up(std::span<const ClipShape> clips, std::span<const BucketAssignment> assignments);

/// Why a clip fits none of `buckets`, in a sentence. Thread: any.
Fault unfit_reason(const ClipShape& clip, std::span<const catalog::Bucket> buckets);

struct BucketLimits {
  int64_t batch_size = 1;
  double max_crop_share = 0.25;
  double max_scale = 1.05;
  double fps = 0;  ///< the run's frame rate; 0: frames as they are
};

/// What a person should know before training: clips that fit no bucket, buckets with fewer samples than a
/// batch, upscaling, strong crops, frame rates that would change the speed of motion. One fault a matter,
/// with the number of clips and the worst figure. `clips` and `assignments` run in parallel. Thread: any.
std::vector<Fault> check_assignments(std::span<const ClipShape> clips,
                                     std::span<const BucketAssignment> assignments,
                                     std::span<const catalog::Bucket> buckets, const BucketLimits& limits);

/// The clips that one of these faults is about, by id in their order: none where it is about a bucket without
/// clips. All but `fault` as for check_assignments. Thread: any. Cost: O(clips).
std::vector<int64_t> clips_of(const Fault& fault, std::span<const ClipShape> clips,
                              std::span<const BucketAssignment> assignments, const BucketLimits& limits);

}  // namespace fw::dataset
