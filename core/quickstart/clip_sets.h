// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "catalog/bucket.h"
#include "media/clip_descriptor.h"
#include "media/sample.h"

/// Comparison of a model's clips with the clips that it should have made.
namespace fw::quickstart {

struct Clip {
  std::filesystem::path file;
  std::string prompt;
  media::Sample frames;
};

/// Reads its first frames in the bucket's size. @throws what media::read_sample throws
media::Sample read_whole(const std::filesystem::path& file, const catalog::Bucket& size,
                         const std::stop_token& stop = {});

/// The descriptor of a clip, and its prompt.
struct Described {
  std::string prompt;
  media::ClipDescriptor shown;
};
std::vector<Described> describe_all(std::span<const Clip> clips);

/// Mean media::distance of each clip to the real ones with the same caption, or to all if none has it. @pre
/// real is not empty
std::vector<double> distances_to(std::span<const Described> real, std::span<const Described> clips);

/// Pixel-wise mean: what a model that only blurs would generate. @pre not empty, all of one size
media::Sample mean_clip(std::span<const Clip> clips);

}  // namespace fw::quickstart
