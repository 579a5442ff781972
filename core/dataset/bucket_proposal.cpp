// SPDX-License-Identifier: Apache-2.0
#include "dataset/bucket_proposal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

#include "base/join.h"
#include "base/units.h"

namespace fw::dataset {

namespace {

constexpr ErrorCode budget_sentence{
    "dataset.proposal_budget",
    FW_TEXT("errors", "A sample may have {megapixels} million pixels (frames x height x width)."), ""};
constexpr ErrorCode vram_sentence{
    "dataset.proposal_vram",
    FW_TEXT("errors",
            "{vram} of device memory should allow about {megapixels} million pixels (frames x height x "
            "width) per sample at a batch size of {batch}."),
    ""};
constexpr ErrorCode kept_sentence{
    "dataset.proposal_kept",
    FW_TEXT("errors",
            "{buckets}: {clips} of {all} clips {clips:fits|fit} a bucket and {clips:keeps|keep} {picture}% "
            "of the picture and {frames}% of the frames."),
    ""};
constexpr ErrorCode none_sentence{"dataset.proposal_none",
                                  FW_TEXT("errors",
                                          "No bucket fits: the clips are shorter than {fewest} frames, or "
                                          "the budget is too small for {least}."),
                                  FW_TEXT("errors", "Add longer clips, or raise the budget.")};

constexpr ErrorCode cropped_sentence{
    "dataset.proposal_cropped",
    FW_TEXT(
        "errors",
        "{clips} {clips:clip loses|clips lose} up to {percent}% of the picture: no bucket of this model and "
        "budget with at least {batch} {batch:clip|clips} fits the shape better."),
    FW_TEXT("errors", "Crop or remove the clip, or choose its bucket yourself.")};

constexpr size_t max_aspects = 16;
constexpr double much_cropped = 0.25;  // share of the picture above which a clip gets its own bucket
constexpr double same_aspect = 0.03;   // difference in the logarithm of width / height
constexpr double least_gain = 0.02;    // share of all clips below which another bucket is not worthwhile

/// Clips of one shape, counted together.
struct Shape {
  ClipShape clip;
  double count = 0;
};

double log_aspect(const ClipShape& clip) {
  return std::log(static_cast<double>(clip.width) / static_cast<double>(clip.height));
}

std::vector<Shape> distinct_shapes(std::span<const ClipShape> clips, int64_t max_frames) {
  std::map<std::tuple<int64_t, int64_t, int64_t>, double> counts;
  for (const ClipShape& clip : clips) {
    if (clip.choice || clip.width <= 0 || clip.height <= 0 || clip.frames <= 0) continue;
    // Frames beyond any bucket must not reduce the weight of long clips.
    ++counts[{clip.width, clip.height, std::min(clip.frames, max_frames)}];
  }
  std::vector<Shape> shapes;
  for (const auto& [key, count] : counts) {
    const auto [width, height, frames] = key;
    shapes.push_back({{.width = width, .height = height, .frames = frames}, count});
  }
  return shapes;
}

/// Shapes with nearly the same aspect ratio, and the median of their areas.
struct AspectClass {
  double log_aspect = 0;
  double count = 0;
  double median_area = 0;
};

std::vector<AspectClass> aspect_classes(std::vector<Shape> shapes) {
  std::ranges::sort(shapes, {}, [](const Shape& shape) { return log_aspect(shape.clip); });
  std::vector<AspectClass> classes;
  for (size_t begin = 0, end = 0; begin < shapes.size(); begin = end) {
    AspectClass found;
    std::map<int64_t, double> areas;
    const double first = log_aspect(shapes[begin].clip);
    for (end = begin; end < shapes.size() && log_aspect(shapes[end].clip) - first <= same_aspect; ++end) {
      const Shape& shape = shapes[end];
      found.count += shape.count;
      found.log_aspect += shape.count * log_aspect(shape.clip);
      areas[shape.clip.width * shape.clip.height] += shape.count;
    }
    found.log_aspect /= found.count;
    double below = 0;
    for (const auto& [area, count] : areas) {
      found.median_area = static_cast<double>(area);
      if ((below += count) >= found.count / 2) break;
    }
    classes.push_back(found);
  }
  std::ranges::sort(classes, std::ranges::greater{}, &AspectClass::count);
  if (classes.size() > max_aspects) classes.resize(max_aspects);
  return classes;
}

/// Height and width with this aspect ratio that keep most of the picture within `max_area`, not larger than
/// the clips; nullopt if even the smallest valid size exceeds it.
std::optional<catalog::Bucket> best_size(int64_t frames, const AspectClass& aspect, double max_area,
                                         int64_t multiple) {
  const double ratio = std::exp(aspect.log_aspect);
  const double clip_height = std::sqrt(aspect.median_area / ratio);
  const double clip_width = clip_height * ratio;
  std::optional<catalog::Bucket> best;
  double best_kept = 0;
  for (int64_t height = multiple; static_cast<double>(height * multiple) <= max_area; height += multiple) {
    const int64_t fitting = std::max<int64_t>(
        1, std::llround(static_cast<double>(height) * ratio / static_cast<double>(multiple)));
    const int64_t largest = static_cast<int64_t>(max_area) / height / multiple;
    const int64_t width = std::min(fitting, largest) * multiple;
    // A clip just below a multiple may be enlarged by the rounding, but not more; the smallest size is always
    // allowed.
    const bool enlarges = static_cast<double>(height) > clip_height + static_cast<double>(multiple) / 2 ||
                          static_cast<double>(width) > clip_width + static_cast<double>(multiple) / 2;
    if (enlarges && best) break;
    const double bucket_ratio = static_cast<double>(width) / static_cast<double>(height);
    const double kept =
        static_cast<double>(height * width) * std::min(bucket_ratio / ratio, ratio / bucket_ratio);
    if (kept > best_kept) {
      best_kept = kept;
      best = catalog::Bucket{frames, height, width};
    }
    if (enlarges) break;
  }
  return best;
}

/// The size of a model that supports only one; nullopt if it exceeds the budget.
std::optional<catalog::Bucket> fixed_size(int64_t frames, const catalog::BucketRules& rules,
                                          int64_t max_pixels) {
  const catalog::Bucket bucket{frames, rules.native_height, rules.native_width};
  return max_pixels == 0 || bucket.pixels() <= max_pixels ? std::optional(bucket) : std::nullopt;
}

std::vector<catalog::Bucket> candidates(std::span<const AspectClass> aspects,
                                        const catalog::BucketRules& rules, int64_t max_pixels) {
  const double native_area = static_cast<double>(rules.native_height * rules.native_width);
  std::vector<catalog::Bucket> found;
  for (int64_t n = 0; n <= rules.max_n; ++n) {
    const int64_t frames = rules.frame_step * n + 1;
    const double within =
        max_pixels > 0 ? static_cast<double>(max_pixels) / static_cast<double>(frames) : native_area;
    for (const AspectClass& aspect : aspects) {
      const auto bucket = rules.any_size
                              ? best_size(frames, aspect, std::min(native_area, within), rules.size_multiple)
                              : fixed_size(frames, rules, max_pixels);
      if (bucket && std::ranges::find(found, *bucket) == found.end()) found.push_back(*bucket);
    }
  }
  return found;
}

/// Share of a clip that a bucket preserves in picture, frames and detail: 0 if it does not fit, at most 1.
double kept_share(const ClipShape& clip, const catalog::Bucket& bucket, double native_area) {
  const auto fit = fit_bucket(clip, bucket, LongClips::beginning);
  if (!fit) return 0;
  const double picture = 1 - fit->crop_share;
  const double frames = static_cast<double>(bucket.frames) / static_cast<double>(clip.frames);
  const double wanted = std::min(native_area, static_cast<double>(fit->crop.width * fit->crop.height));
  const double area = static_cast<double>(bucket.height * bucket.width);
  return picture * frames * std::sqrt(std::min(area / wanted, wanted / area));
}

double crop_share(const ClipShape& clip, const catalog::Bucket& bucket) {
  const auto fit = fit_bucket(clip, bucket, LongClips::beginning);
  return fit ? fit->crop_share : 0;
}

/// Adds candidates one by one while they help.
class Greedy {
 public:
  Greedy(std::span<const Shape> shapes, double native_area, double batch)
      : shapes_(shapes), native_area_(native_area), batch_(batch) {
    for (const Shape& shape : shapes) all_ += shape.count;
    own({});
  }

  bool take_best(std::span<const catalog::Bucket> candidates) {
    const catalog::Bucket* const best = best_of(candidates, chosen_.empty() ? 0 : least_gain * all_,
                                                [](size_t, const catalog::Bucket&) { return true; });
    if (best == nullptr) return false;
    take(*best);
    return true;
  }

  /// Adds a bucket for clips that would lose much of their picture, however few they are; replaces the bucket
  /// that helps least if the maximum is reached.
  bool take_for_cropped(std::span<const catalog::Bucket> candidates, size_t max_buckets) {
    const auto helps = [this](size_t shape, const catalog::Bucket& candidate) {
      return owner_[shape] >= 0 && crop_share(shapes_[shape].clip, bucket_of(shape)) > much_cropped &&
             crop_share(shapes_[shape].clip, candidate) <= much_cropped;
    };
    const std::vector<catalog::Bucket> before = chosen_;
    if (chosen_.size() == max_buckets) {
      if (chosen_.size() - for_cropped_ < 2) return false;
      std::vector<catalog::Bucket> fewer = chosen_;
      fewer.erase(fewer.end() - static_cast<ptrdiff_t>(for_cropped_) - 1);
      own(fewer);
    }
    const catalog::Bucket* const best = best_of(candidates, 0, helps);
    if (best == nullptr) {
      own(before);
      return false;
    }
    take(*best);
    ++for_cropped_;
    return true;
  }
  const std::vector<catalog::Bucket>& chosen() const { return chosen_; }

 private:
  const catalog::Bucket& bucket_of(size_t shape) const { return chosen_[static_cast<size_t>(owner_[shape])]; }

  void take(const catalog::Bucket& bucket) {
    for (size_t i = 0; i < shapes_.size(); ++i) {
      const double kept = kept_share(shapes_[i].clip, bucket, native_area_);
      if (kept <= best_[i]) continue;
      best_[i] = kept;
      owner_[i] = static_cast<int64_t>(chosen_.size());
    }
    chosen_.push_back(bucket);
  }
  void own(const std::vector<catalog::Bucket>& buckets) {
    best_.assign(shapes_.size(), 0);
    owner_.assign(shapes_.size(), -1);
    chosen_.clear();
    for (const catalog::Bucket& bucket : buckets) take(bucket);
  }

  /// The candidate with the largest gain, above `least`, on the shapes that it helps.
  template <typename Helps>
  const catalog::Bucket* best_of(std::span<const catalog::Bucket> candidates, double least,
                                 const Helps& helps) const {
    const catalog::Bucket* best = nullptr;
    for (const catalog::Bucket& candidate : candidates) {
      const double gain = gain_of(candidate, helps);
      if (gain <= least) continue;
      least = gain;
      best = &candidate;
    }
    return best;
  }

  /// 0 if a bucket, this or an earlier one, would have less than a batch.
  template <typename Helps>
  double gain_of(const catalog::Bucket& candidate, const Helps& helps) const {
    std::vector<double> members(chosen_.size() + 1, 0);
    double gain = 0;
    for (size_t i = 0; i < shapes_.size(); ++i) {
      const double kept = kept_share(shapes_[i].clip, candidate, native_area_);
      int64_t owner = owner_[i];
      if (kept > best_[i]) {
        if (helps(i, candidate)) gain += shapes_[i].count * (kept - best_[i]);
        owner = static_cast<int64_t>(chosen_.size());
      }
      if (owner >= 0) members[static_cast<size_t>(owner)] += shapes_[i].count;
    }
    return std::ranges::min(members) < batch_ ? 0 : gain;
  }

  std::span<const Shape> shapes_;
  double native_area_;
  double batch_;
  double all_ = 0;
  std::vector<double> best_;    // for each shape the share kept so far
  std::vector<int64_t> owner_;  // and the bucket that keeps it
  std::vector<catalog::Bucket> chosen_;
  size_t for_cropped_ = 0;  // number of last ones chosen by take_for_cropped()
};

void add_choices(std::span<const ClipShape> clips, std::vector<catalog::Bucket>& buckets) {
  for (const ClipShape& clip : clips) {
    if (clip.choice && std::ranges::find(buckets, *clip.choice) == buckets.end())
      buckets.push_back(*clip.choice);
  }
}

/// Removes buckets without any clip in the end: a user's bucket may be nearer to the clips that a proposed
/// one was for, and it may be longer than its clip.
void drop_empty(std::span<const ClipShape> clips, std::vector<catalog::Bucket>& buckets) {
  const auto assignments = assign_buckets(clips, buckets, LongClips::beginning);
  std::erase_if(buckets, [&](const catalog::Bucket& bucket) {
    return std::ranges::none_of(assignments, [&](const BucketAssignment& assignment) {
      return assignment.fit && assignment.fit->bucket == bucket;
    });
  });
}

void explain(std::span<const ClipShape> clips, const catalog::BucketRules& rules, const BucketBudget& budget,
             BucketProposal& proposal) {
  proposal.explanation.push_back(catalog::sentence_of(rules));
  const std::string megapixels = format_fixed(static_cast<double>(budget.pixels()) / 1e6, 1);
  const bool by_vram = budget.vram_bytes > 0 && budget.pixels() != budget.max_pixels;
  if (by_vram) {
    proposal.explanation.push_back({vram_sentence,
                                    {{"vram", format_bytes(static_cast<uint64_t>(budget.vram_bytes))},
                                     {"megapixels", megapixels},
                                     {"batch", budget.batch_size}}});
  } else if (budget.max_pixels > 0) {
    proposal.explanation.push_back({budget_sentence, {{"megapixels", megapixels}}});
  }
  if (proposal.buckets.empty()) {
    const catalog::Bucket least{rules.frame_step + 1, rules.size_multiple, rules.size_multiple};
    proposal.explanation.push_back({none_sentence, {{"fewest", least.frames}, {"least", to_string(least)}}});
    return;
  }
  const std::string names =
      join(proposal.buckets, ", ", [](const catalog::Bucket& bucket) { return to_string(bucket); });
  const auto assignments = assign_buckets(clips, proposal.buckets, LongClips::beginning);
  const BucketTotals totals = sum_up(clips, assignments);
  const double kept_frames = 1 - static_cast<double>(totals.frames_dropped) /
                                     static_cast<double>(std::max<int64_t>(totals.frames, 1));
  proposal.explanation.push_back({kept_sentence,
                                  {{"buckets", names},
                                   {"clips", totals.clips - totals.unfit},
                                   {"all", totals.clips},
                                   {"picture", format_fixed(100 * (1 - totals.mean_crop_share), 0)},
                                   {"frames", format_fixed(100 * kept_frames, 0)}}});
  int64_t cropped = 0;
  double worst = 0;
  for (size_t i = 0; i < clips.size(); ++i) {
    const bool is_chosen = clips[i].choice.has_value();
    if (is_chosen || !assignments[i].fit || assignments[i].fit->crop_share <= much_cropped) continue;
    ++cropped;
    worst = std::max(worst, assignments[i].fit->crop_share);
  }
  if (cropped > 0)
    proposal.explanation.push_back({cropped_sentence,
                                    {{"clips", cropped},
                                     {"percent", format_fixed(100 * worst, 0)},
                                     {"batch", std::max<int64_t>(budget.batch_size, 1)}}});
}

}  // namespace

int64_t BucketBudget::pixels() const {
  if (vram_bytes <= 0 || estimate.bytes_per_pixel <= 0) return max_pixels;
  const double room = (static_cast<double>(vram_bytes) - estimate.fixed_bytes) /
                      (estimate.bytes_per_pixel * static_cast<double>(std::max<int64_t>(batch_size, 1)));
  const int64_t pixels = std::max<int64_t>(1, static_cast<int64_t>(room));  // 0 would mean no limit
  return max_pixels > 0 ? std::min(max_pixels, pixels) : pixels;
}

BucketProposal propose_buckets(std::span<const ClipShape> clips, const catalog::BucketRules& rules,
                               const BucketBudget& budget) {
  const std::vector<Shape> shapes = distinct_shapes(clips, rules.max_frames());
  const std::vector<catalog::Bucket> choices = candidates(aspect_classes(shapes), rules, budget.pixels());
  Greedy greedy(shapes, static_cast<double>(rules.native_height * rules.native_width),
                static_cast<double>(budget.batch_size));
  for (int64_t i = 0; i < budget.max_buckets && greedy.take_best(choices); ++i) {
  }
  while (greedy.take_for_cropped(choices, static_cast<size_t>(budget.max_buckets))) {
  }
  BucketProposal proposal{.buckets = greedy.chosen()};
  add_choices(clips, proposal.buckets);
  drop_empty(clips, proposal.buckets);
  std::ranges::sort(proposal.buckets, std::ranges::greater{});
  explain(clips, rules, budget, proposal);
  return proposal;
}

}  // namespace fw::dataset
