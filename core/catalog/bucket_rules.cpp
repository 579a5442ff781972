// SPDX-License-Identifier: Apache-2.0
#include "catalog/bucket_rules.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/units.h"
#include "catalog/frame_counts.h"

namespace fw::catalog {

namespace {

constexpr ErrorCode rules_any_size{
    "catalog.rules_any_size",
    FW_TEXT(
        "errors",
        "{model} accepts heights and widths that are multiples of {multiple}, and {counts} frames. It was "
        "trained on {trained} frames, at {fps} fps and up to {height}x{width}."),
    {}};
constexpr ErrorCode rules_one_size{
    "catalog.rules_one_size",
    FW_TEXT("errors",
            "{model} accepts only {height}x{width}, the size that it learned its position embeddings for, "
            "and {counts} frames. It was trained on {trained} frames, at {fps} fps."),
    {}};
constexpr ErrorCode bucket_size{
    "catalog.bucket_size",
    FW_TEXT("errors", "Bucket {bucket}: {model} needs heights and widths that are multiples of {multiple}."),
    FW_TEXT("errors", "The nearest is {nearest}."), Blame::input};
constexpr ErrorCode bucket_fixed{
    "catalog.bucket_fixed", FW_TEXT("errors", "Bucket {bucket}: {model} only supports {nearest}."),
    FW_TEXT("errors", "Its position embeddings were learned for this size only."), Blame::input};
constexpr ErrorCode bucket_frames{"catalog.bucket_frames",
                                  FW_TEXT("errors", "Bucket {bucket}: {model} needs {counts} frames."),
                                  FW_TEXT("errors", "The nearest is {nearest}."), Blame::input};
constexpr ErrorCode bucket_untrained{
    "catalog.bucket_untrained",
    FW_TEXT("errors", "Bucket {bucket}: {model} was trained on {trained} frames."),
    FW_TEXT("errors", "It works, but the model was trained on {nearest}."), Blame::input};
constexpr ErrorCode bucket_text{
    "catalog.bucket_text", FW_TEXT("errors", "{flag}: \"{value}\" is not a bucket."),
    FW_TEXT("errors", "Write frames, height and width as 49x480x720."), Blame::input};
constexpr ErrorCode bucket_number{"catalog.bucket_number",
                                  FW_TEXT("errors", "{flag}: \"{value}\" is not a positive whole number."),
                                  "", Blame::input};
constexpr ErrorCode bucket_list_missing{
    "catalog.bucket_list_missing",
    FW_TEXT("errors", "{flag} is missing: frames, heights and widths are needed together to make buckets."),
    FW_TEXT("errors", "Give all three lists, or only video_resolution_buckets."), Blame::input};

int64_t nearest_multiple(int64_t value, int64_t multiple) {
  return std::max<int64_t>(1, (value + multiple / 2) / multiple) * multiple;
}

/// The nearest step * k + 1 that is at least `least`, which has this form, too.
int64_t nearest_step(int64_t frames, int64_t step, int64_t least = 1) {
  return std::max(least, (frames - 1 + step / 2) / step * step + 1);
}

void read_numbers(std::string_view flag, std::span<const std::string> values, std::vector<int64_t>& numbers,
                  std::vector<Fault>& faults) {
  for (const std::string& value : values) {
    int32_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [next, error] = std::from_chars(value.data(), end, number);
    if (error == std::errc() && next == end && number > 0) {
      numbers.push_back(number);
    } else {
      faults.push_back({bucket_number, {{"flag", flag}, {"value", value}}});
    }
  }
}

void add_once(std::vector<Bucket>& buckets, const Bucket& bucket) {
  if (std::find(buckets.begin(), buckets.end(), bucket) == buckets.end()) buckets.push_back(bucket);
}

}  // namespace

Fault sentence_of(const BucketRules& rules) {
  return {rules.any_size ? rules_any_size : rules_one_size,
          {{"model", rules.model},
           {"multiple", rules.size_multiple},
           {"counts", accepted_frames(rules)},
           {"trained", trained_frames(rules)},
           {"fps", format_significant(rules.fps, 6)},
           {"height", rules.native_height},
           {"width", rules.native_width}}};
}

BucketFaults check_buckets(std::span<const Bucket> buckets, const BucketRules& rules) {
  BucketFaults found;
  for (const Bucket& bucket : buckets) {
    const std::string name = to_string(bucket);
    Bucket legal = bucket;
    legal.height = nearest_multiple(bucket.height, rules.size_multiple);
    legal.width = nearest_multiple(bucket.width, rules.size_multiple);
    legal.frames = nearest_step(bucket.frames, rules.vae_frame_step, rules.least_frames());
    const bool is_native = bucket.height == rules.native_height && bucket.width == rules.native_width;
    if (!rules.any_size && !is_native) {
      legal.height = rules.native_height;
      legal.width = rules.native_width;
      found.errors.push_back(
          {bucket_fixed, {{"bucket", name}, {"model", rules.model}, {"nearest", to_string(legal)}}});
    } else if (legal.height != bucket.height || legal.width != bucket.width) {
      found.errors.push_back({bucket_size,
                              {{"bucket", name},
                               {"model", rules.model},
                               {"multiple", rules.size_multiple},
                               {"nearest", to_string(legal)}}});
    }
    if (legal.frames != bucket.frames) {
      found.errors.push_back({bucket_frames,
                              {{"bucket", name},
                               {"model", rules.model},
                               {"counts", accepted_frames(rules)},
                               {"nearest", to_string(legal)}}});
      continue;
    }
    Bucket trained = legal;
    trained.frames = std::min(nearest_step(bucket.frames, rules.frame_step), rules.max_frames());
    if (trained.frames != bucket.frames) {
      found.warnings.push_back({bucket_untrained,
                                {{"bucket", name},
                                 {"model", rules.model},
                                 {"trained", trained_frames(rules)},
                                 {"nearest", to_string(trained)}}});
    }
  }
  return found;
}

BucketList buckets_from_flags(const BucketFlags& flags) {
  BucketList list;
  for (const std::string& value : flags.video_resolution_buckets) {
    if (const auto bucket = parse_bucket(value)) {
      add_once(list.buckets, *bucket);
    } else {
      list.faults.push_back({bucket_text, {{"flag", "video_resolution_buckets"}, {"value", value}}});
    }
  }
  std::vector<int64_t> frames;
  std::vector<int64_t> heights;
  std::vector<int64_t> widths;
  read_numbers("frame_buckets", flags.frame_buckets, frames, list.faults);
  read_numbers("height_buckets", flags.height_buckets, heights, list.faults);
  read_numbers("width_buckets", flags.width_buckets, widths, list.faults);
  const bool any =
      !flags.frame_buckets.empty() || !flags.height_buckets.empty() || !flags.width_buckets.empty();
  if (any && flags.frame_buckets.empty())
    list.faults.push_back({bucket_list_missing, {{"flag", "frame_buckets"}}});
  if (any && flags.height_buckets.empty())
    list.faults.push_back({bucket_list_missing, {{"flag", "height_buckets"}}});
  if (any && flags.width_buckets.empty())
    list.faults.push_back({bucket_list_missing, {{"flag", "width_buckets"}}});
  for (const int64_t frame_count : frames) {
    for (const int64_t height : heights) {
      for (const int64_t width : widths) add_once(list.buckets, {frame_count, height, width});
    }
  }
  return list;
}

}  // namespace fw::catalog
