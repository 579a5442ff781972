// SPDX-License-Identifier: Apache-2.0
#include "catalog/model_spec.h"

#include <algorithm>

#include "catalog/frame_counts.h"

namespace fw::catalog {

namespace {

constexpr ErrorCode size_multiple{
    "catalog.size_multiple",
    FW_TEXT("errors",
            "{model} needs heights and widths that are multiples of {multiple}, not {height}x{width}."),
    FW_TEXT("errors", "The nearest heights are: {heights}. The nearest widths are: {widths}."), Blame::input};
constexpr ErrorCode size_fixed{
    "catalog.size_fixed",
    FW_TEXT("errors", "{model} only makes clips of {nearest} (height x width), not {height}x{width}."),
    FW_TEXT("errors", "Its position embeddings were learned for this size only."), Blame::input};
constexpr ErrorCode size_frames{"catalog.size_frames",
                                FW_TEXT("errors", "{model} makes clips of {counts} frames, not {frames}."),
                                FW_TEXT("errors", "The nearest values are {nearest}."), Blame::input};
constexpr ErrorCode size_absurd{
    "catalog.size_absurd", FW_TEXT("errors", "{size} (frames x height x width) is not a valid clip size."),
    FW_TEXT("errors", "Each number must be from 1 to {limit}."), Blame::input};

// The nearest valid values, at least `least` and whole steps above it: "464, 480", or "480" if that is one
// itself.
std::string neighbours(int64_t value, int64_t step, int64_t least) {
  const int64_t below = value - (value - least % step) % step;
  if (below == value && value >= least) return std::to_string(value);
  if (below < least) return std::to_string(below + step);
  return std::to_string(below) + ", " + std::to_string(below + step);
}

}  // namespace

LatentSize latent_size(const ModelSpec& model, const Bucket& size) {
  const LatentGeometry& geometry = model.latent;
  LatentSize latent;
  latent.frames = (size.frames - 1) / geometry.temporal_factor + 1;
  const int64_t beyond = latent.frames % geometry.patch_frames;
  latent.padding_frames = beyond == 0 ? 0 : geometry.patch_frames - beyond;
  latent.height = size.height / geometry.spatial_factor;
  latent.width = size.width / geometry.spatial_factor;
  return latent;
}

std::vector<Fault> check_video_size(const ModelSpec& model, const Bucket& size) {
  constexpr int64_t limit = 1 << 16;
  const BucketRules& rules = model.rules;
  const auto [least, most] = std::minmax({size.frames, size.height, size.width});
  if (least < 1 || most > limit) return {{size_absurd, {{"size", to_string(size)}, {"limit", limit}}}};
  std::vector<Fault> faults;
  if (!rules.any_size && (size.height != rules.native_height || size.width != rules.native_width)) {
    faults.push_back(
        {size_fixed,
         {{"model", rules.model},
          {"nearest", std::to_string(rules.native_height) + "x" + std::to_string(rules.native_width)},
          {"height", size.height},
          {"width", size.width}}});
  } else if (size.height % rules.size_multiple != 0 || size.width % rules.size_multiple != 0) {
    faults.push_back({size_multiple,
                      {{"model", rules.model},
                       {"multiple", rules.size_multiple},
                       {"height", size.height},
                       {"width", size.width},
                       {"heights", neighbours(size.height, rules.size_multiple, rules.size_multiple)},
                       {"widths", neighbours(size.width, rules.size_multiple, rules.size_multiple)}}});
  }
  if ((size.frames - 1) % rules.vae_frame_step != 0 || size.frames < rules.least_frames()) {
    faults.push_back({size_frames,
                      {{"model", rules.model},
                       {"counts", accepted_frames(rules)},
                       {"frames", size.frames},
                       {"nearest", neighbours(size.frames, rules.vae_frame_step, rules.least_frames())}}});
  }
  return faults;
}

}  // namespace fw::catalog
