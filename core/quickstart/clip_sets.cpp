// SPDX-License-Identifier: Apache-2.0
#include "quickstart/clip_sets.h"

#include <numeric>

namespace fw::quickstart {

media::Sample read_whole(const std::filesystem::path& file, const catalog::Bucket& size,
                         const std::stop_token& stop) {
  media::SampleSpec spec;
  spec.cut = {0, size.frames, 0};
  spec.frames = static_cast<int>(size.frames);
  spec.size = {static_cast<int>(size.width), static_cast<int>(size.height)};
  return media::read_sample(file, spec, 0, stop);
}

std::vector<Described> describe_all(std::span<const Clip> clips) {
  std::vector<Described> all;
  for (const Clip& clip : clips) all.push_back({clip.prompt, media::describe(clip.frames)});
  return all;
}

std::vector<double> distances_to(std::span<const Described> real, std::span<const Described> clips) {
  std::vector<double> distances;
  for (const Described& clip : clips) {
    std::vector<double> same, any;
    for (const Described& other : real) {
      any.push_back(media::distance(clip.shown, other.shown));
      if (other.prompt == clip.prompt) same.push_back(any.back());
    }
    const std::vector<double>& chosen = same.empty() ? any : same;
    distances.push_back(std::accumulate(chosen.begin(), chosen.end(), 0.0) /
                        static_cast<double>(chosen.size()));
  }
  return distances;
}

media::Sample mean_clip(std::span<const Clip> clips) {
  media::Sample mean = clips.front().frames;
  for (size_t i = 0; i < mean.rgb.size(); ++i) {
    size_t sum = 0;
    for (const Clip& clip : clips) sum += clip.frames.rgb[i];
    mean.rgb[i] = static_cast<uint8_t>(sum / clips.size());
  }
  return mean;
}

}  // namespace fw::quickstart
