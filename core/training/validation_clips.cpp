// SPDX-License-Identifier: Apache-2.0
#include "training/validation_clips.h"

#include <algorithm>
#include <map>

namespace fw::training {

std::vector<ValidationClipPlan> plan_validation_clips(const run::RunSettings& settings,
                                                      const catalog::Bucket& usual_size) {
  std::vector<ValidationClipPlan> clips;
  for (size_t prompt = 0; prompt < settings.validation_prompts.size(); ++prompt) {
    const auto parsed = *run::parse_validation_prompt(settings.validation_prompts[prompt]);
    for (int64_t number = 0; number < settings.num_validation_videos; ++number) {
      ValidationClipPlan clip;
      clip.name = std::to_string(prompt) + "-" + std::to_string(number);
      clip.request.prompt = parsed.text;
      clip.request.size = parsed.size.value_or(usual_size);
      clip.request.steps = settings.num_inference_steps;
      clip.request.guidance_scale = settings.guidance_scale;
      clip.request.own = settings.own;
      clip.request.seed = static_cast<uint64_t>(settings.seed + number);
      if (prompt < settings.validation_images.size()) clip.image = settings.validation_images[prompt];
      if (prompt < settings.validation_last_images.size())
        clip.last_image = settings.validation_last_images[prompt];
      clips.push_back(std::move(clip));
    }
  }
  return clips;
}

catalog::Bucket most_frequent_bucket(const dataset::DatasetManifest& samples) {
  std::map<catalog::Bucket, size_t> counts;
  for (const dataset::DatasetSample& sample : samples) ++counts[sample.bucket];
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? catalog::Bucket{} : most->first;
}

}  // namespace fw::training
