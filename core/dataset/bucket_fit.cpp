// SPDX-License-Identifier: Apache-2.0
#include "dataset/bucket_fit.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/units.h"

namespace fw::dataset {

namespace {

constexpr ErrorCode no_buckets{"dataset.no_buckets", FW_TEXT("errors", "No bucket has been chosen."),
                               FW_TEXT("errors", "Give buckets as FxHxW, or have them suggested."),
                               Blame::input};
constexpr ErrorCode clip_too_short{
    "dataset.clip_too_short",
    FW_TEXT("errors",
            "Clip {clip} has {frames} {frames:frame|frames}, but the shortest bucket needs {needed}."),
    FW_TEXT("errors", "Add a bucket with fewer frames, or remove the clip.")};
constexpr ErrorCode image_without_bucket{
    "dataset.image_without_bucket",
    FW_TEXT("errors", "Clip {clip} is a single frame and no bucket has one frame."),
    FW_TEXT("errors", "Add a bucket of one frame, or remove the clip.")};
constexpr ErrorCode video_without_bucket{
    "dataset.video_without_bucket",
    FW_TEXT("errors", "Clip {clip} is a video and every bucket has one frame."),
    FW_TEXT("errors", "Add a bucket of several frames, or remove the clip.")};
constexpr ErrorCode choice_unfit{
    "dataset.choice_unfit",
    FW_TEXT(
        "errors",
        "Clip {clip} has {frames} {frames:frame|frames} and cannot fill the bucket {bucket} chosen for it."),
    FW_TEXT("errors", "Choose another bucket for it, or none.")};
constexpr ErrorCode no_size{"dataset.no_size",
                            FW_TEXT("errors", "The crop of clip {clip} does not fit within its picture."),
                            FW_TEXT("errors", "Choose another crop for it, or none."), Blame::input};
constexpr ErrorCode clips_unfit{
    "dataset.clips_unfit",
    FW_TEXT("errors", "{clips} of {all} clips {clips:fits|fit} no bucket and will not be used for training."),
    FW_TEXT("errors", "Add a bucket with fewer frames, or remove the clips.")};
constexpr ErrorCode bucket_empty{
    "dataset.bucket_empty", FW_TEXT("errors", "No clip goes into the bucket {bucket}."),
    FW_TEXT("errors",
            "The clips are too short for it or fit another bucket better. Remove "
            "it if you do not need it.")};
constexpr ErrorCode bucket_small{
    "dataset.bucket_small",
    FW_TEXT("errors",
            "The bucket {bucket} has {samples} {samples:sample|samples}, fewer than a batch of {batch}."),
    FW_TEXT("errors",
            "Its samples are trained in smaller batches. Remove the bucket, add clips, or lower the batch "
            "size.")};
constexpr ErrorCode clips_upscaled{
    "dataset.clips_upscaled",
    FW_TEXT("errors",
            "{clips} {clips:clip is smaller than its bucket|clips are smaller than their bucket} and will be "
            "enlarged, up to {scale} times."),
    FW_TEXT("errors", "Add a smaller bucket or remove the clips: the model would learn the blur, too.")};
constexpr ErrorCode clips_cropped{
    "dataset.clips_cropped",
    FW_TEXT("errors",
            "{clips} {clips:clip loses|clips lose} more than {limit}% of {clips:its|their} picture; clip "
            "{clip} loses the most, {share}%."),
    FW_TEXT("errors", "Add a bucket closer to their aspect ratio, or crop them yourself.")};
constexpr ErrorCode mixed_fps{
    "dataset.mixed_fps",
    FW_TEXT(
        "errors",
        "The clips run at {lowest} to {highest} fps and are not resampled, so motion would differ in speed."),
    FW_TEXT("errors", "Set a frame rate to resample all clips to.")};
constexpr ErrorCode slow_clips{
    "dataset.slow_clips",
    FW_TEXT("errors",
            "{clips} {clips:clip runs|clips run} at less than {fps} fps (clip {clip}: {lowest}): frames "
            "would be repeated and motion would stutter."),
    FW_TEXT("errors", "Remove these clips, or train at a lower frame rate.")};

constexpr double rate_tolerance = 0.05;  // 23.976 and 24 count as one speed

/// Differences below this are ignored: rounding to multiples of 16 must not decide between buckets.
constexpr double equal_score = 0.005;

bool is_upscaled(const BucketAssignment& assignment, const BucketLimits& limits) {
  return assignment.fit && assignment.fit->scale > limits.max_scale;
}
bool is_cropped(const BucketAssignment& assignment, const BucketLimits& limits) {
  return assignment.fit && assignment.fit->crop_share > limits.max_crop_share;
}
bool is_video(const ClipShape& clip) {
  return clip.frames >= 2 && clip.source_fps > 0;
}
bool is_slow(const ClipShape& clip, double fps) {
  return is_video(clip) && clip.source_fps < fps * (1 - rate_tolerance);
}

double score(const ClipShape& clip, const BucketFit& fit) {
  const double frames = static_cast<double>(fit.bucket.frames) / static_cast<double>(clip.frames);
  return (1 - fit.crop_share) * frames / std::sqrt(std::max(fit.scale, 1.0));
}

bool is_better(const ClipShape& clip, const BucketFit& fit, const BucketFit& than) {
  const double gain = score(clip, fit) - score(clip, than);
  if (std::abs(gain) > equal_score) return gain > 0;
  return fit.bucket.pixels() > than.bucket.pixels();
}

/// "12.3", "8": one decimal, omitted if it is zero.
std::string short_number(double value) {
  std::string number = format_fixed(value, 1);
  if (number.ends_with(".0")) number.resize(number.size() - 2);
  return number;
}

std::string share_of_100(double share) {
  return short_number(100 * share);
}

}  // namespace

std::optional<BucketFit> fit_bucket(const ClipShape& clip, const catalog::Bucket& bucket,
                                    LongClips long_clips) {
  if (clip.frames < bucket.frames || (clip.frames > 1 && bucket.frames == 1)) return std::nullopt;
  if (clip.width <= 0 || clip.height <= 0 || bucket.frames <= 0) return std::nullopt;
  if (clip.width > catalog::most_edge || clip.height > catalog::most_edge) return std::nullopt;
  BucketFit fit{.bucket = bucket};
  // The largest centered rectangle with the bucket's aspect ratio.
  const double scale = std::max(static_cast<double>(bucket.width) / static_cast<double>(clip.width),
                                static_cast<double>(bucket.height) / static_cast<double>(clip.height));
  const auto edge = [scale](int64_t wanted, int64_t available) {
    return std::clamp<int64_t>(std::llround(static_cast<double>(wanted) / scale), 1, available);
  };
  fit.crop.width = edge(bucket.width, clip.width);
  fit.crop.height = edge(bucket.height, clip.height);
  fit.crop.x = (clip.width - fit.crop.width) / 2;
  fit.crop.y = (clip.height - fit.crop.height) / 2;
  fit.scale = scale;
  fit.crop_share = 1 - static_cast<double>(fit.crop.width * fit.crop.height) /
                           static_cast<double>(clip.width * clip.height);
  fit.parts = long_clips == LongClips::split ? clip.frames / bucket.frames : 1;
  fit.frames_dropped = clip.frames - fit.parts * bucket.frames;
  return fit;
}

std::vector<BucketAssignment> assign_buckets(std::span<const ClipShape> clips,
                                             std::span<const catalog::Bucket> buckets, LongClips long_clips) {
  std::vector<BucketAssignment> assignments;
  assignments.reserve(clips.size());
  for (const ClipShape& clip : clips) {
    BucketAssignment& assignment = assignments.emplace_back(BucketAssignment{.clip_id = clip.id});
    if (clip.choice) {
      assignment.fit = fit_bucket(clip, *clip.choice, long_clips);
      continue;
    }
    for (const catalog::Bucket& bucket : buckets) {
      const auto fit = fit_bucket(clip, bucket, long_clips);
      if (fit && (!assignment.fit || is_better(clip, *fit, *assignment.fit))) assignment.fit = fit;
    }
  }
  return assignments;
}

BucketTotals sum_up(std::span<const ClipShape> clips, std::span<const BucketAssignment> assignments) {
  BucketTotals totals{.clips = static_cast<int64_t>(clips.size())};
  for (size_t i = 0; i < clips.size(); ++i) {
    const auto& fit = assignments[i].fit;
    if (!fit) {
      ++totals.unfit;
      continue;
    }
    totals.samples += fit->parts;
    totals.upscaled += fit->scale > 1 ? 1 : 0;
    totals.frames += clips[i].frames;
    totals.frames_dropped += fit->frames_dropped;
    totals.mean_crop_share += fit->crop_share;
  }
  if (totals.clips > totals.unfit) totals.mean_crop_share /= static_cast<double>(totals.clips - totals.unfit);
  return totals;
}

Fault unfit_reason(const ClipShape& clip, std::span<const catalog::Bucket> buckets) {
  if (clip.width <= 0 || clip.height <= 0) return Fault(no_size, {{"clip", clip.id}});
  if (clip.choice) {
    return Fault(choice_unfit,
                 {{"clip", clip.id}, {"frames", clip.frames}, {"bucket", to_string(*clip.choice)}});
  }
  if (buckets.empty()) return Fault(no_buckets);
  if (clip.frames == 1) return Fault(image_without_bucket, {{"clip", clip.id}});
  int64_t needed = 0;
  for (const catalog::Bucket& bucket : buckets) {
    if (bucket.frames > 1 && (needed == 0 || bucket.frames < needed)) needed = bucket.frames;
  }
  if (needed == 0) return Fault(video_without_bucket, {{"clip", clip.id}});
  return Fault(clip_too_short, {{"clip", clip.id}, {"frames", clip.frames}, {"needed", needed}});
}

namespace {

void check_fill(std::span<const BucketAssignment> assignments, std::span<const catalog::Bucket> buckets,
                int64_t batch_size, std::vector<Fault>& faults) {
  std::map<catalog::Bucket, int64_t> samples;
  for (const catalog::Bucket& bucket : buckets) samples[bucket] = 0;
  for (const BucketAssignment& assignment : assignments) {
    if (assignment.fit) samples[assignment.fit->bucket] += assignment.fit->parts;
  }
  for (const auto& [bucket, count] : samples) {
    if (count == 0) {
      faults.push_back({bucket_empty, {{"bucket", to_string(bucket)}}});
    } else if (count < batch_size) {
      faults.push_back(
          {bucket_small, {{"bucket", to_string(bucket)}, {"samples", count}, {"batch", batch_size}}});
    }
  }
}

void check_rates(std::span<const ClipShape> clips, double fps, std::vector<Fault>& faults) {
  const ClipShape* slowest = nullptr;
  double highest = 0;
  int64_t slow = 0;
  for (const ClipShape& clip : clips) {
    if (!is_video(clip)) continue;
    if (slowest == nullptr || clip.source_fps < slowest->source_fps) slowest = &clip;
    highest = std::max(highest, clip.source_fps);
    slow += is_slow(clip, fps) ? 1 : 0;
  }
  if (slowest == nullptr) return;
  const std::string lowest = short_number(slowest->source_fps);
  if (fps <= 0 && highest > slowest->source_fps * (1 + rate_tolerance)) {
    faults.push_back({mixed_fps, {{"lowest", lowest}, {"highest", short_number(highest)}}});
  }
  if (slow > 0) {
    faults.push_back(
        {slow_clips,
         {{"clips", slow}, {"fps", short_number(fps)}, {"clip", slowest->id}, {"lowest", lowest}}});
  }
}

}  // namespace

std::vector<Fault> check_assignments(std::span<const ClipShape> clips,
                                     std::span<const BucketAssignment> assignments,
                                     std::span<const catalog::Bucket> buckets, const BucketLimits& limits) {
  std::vector<Fault> faults;
  int64_t unfit = 0;
  int64_t upscaled = 0;
  double worst_scale = 0;
  int64_t cropped = 0;
  const BucketAssignment* worst_crop = nullptr;
  for (const BucketAssignment& assignment : assignments) {
    if (!assignment.fit) {
      ++unfit;
      continue;
    }
    const BucketFit& fit = *assignment.fit;
    upscaled += is_upscaled(assignment, limits) ? 1 : 0;
    worst_scale = std::max(worst_scale, fit.scale);
    if (is_cropped(assignment, limits)) {
      ++cropped;
      if (worst_crop == nullptr || fit.crop_share > worst_crop->fit->crop_share) worst_crop = &assignment;
    }
  }
  if (buckets.empty()) faults.emplace_back(no_buckets);
  if (unfit > 0 && !buckets.empty()) {
    faults.push_back({clips_unfit, {{"clips", unfit}, {"all", clips.size()}}});
  }
  check_fill(assignments, buckets, limits.batch_size, faults);
  if (upscaled > 0) {
    faults.push_back({clips_upscaled, {{"clips", upscaled}, {"scale", short_number(worst_scale)}}});
  }
  if (worst_crop != nullptr) {
    faults.push_back({clips_cropped,
                      {{"clips", cropped},
                       {"limit", share_of_100(limits.max_crop_share)},
                       {"clip", worst_crop->clip_id},
                       {"share", share_of_100(worst_crop->fit->crop_share)}}});
  }
  check_rates(clips, limits.fps, faults);
  return faults;
}

std::vector<int64_t> clips_of(const Fault& fault, std::span<const ClipShape> clips,
                              std::span<const BucketAssignment> assignments, const BucketLimits& limits) {
  const auto is_of = [&](const ErrorCode& code) { return fault.code == code.code; };
  const auto is_meant = [&](const ClipShape& clip, const BucketAssignment& assignment) {
    if (is_of(clips_unfit)) return !assignment.fit;
    if (is_of(bucket_small))
      return assignment.fit && to_string(assignment.fit->bucket) == fault.arguments.at("bucket");
    if (is_of(clips_upscaled)) return is_upscaled(assignment, limits);
    if (is_of(clips_cropped)) return is_cropped(assignment, limits);
    if (is_of(slow_clips)) return is_slow(clip, limits.fps);
    return is_of(mixed_fps) && is_video(clip);
  };
  std::vector<int64_t> ids;
  for (size_t i = 0; i < clips.size(); ++i) {
    if (is_meant(clips[i], assignments[i])) ids.push_back(clips[i].id);
  }
  return ids;
}

}  // namespace fw::dataset
