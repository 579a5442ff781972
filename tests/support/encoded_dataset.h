// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/atomic_file.h"
#include "core/project/test_clip.h"
#include "media/content_hash.h"
#include "precompute/precompute.h"

namespace fw::support {

/// Like make_tiny_dataset(), but for a model of any family: `count` cuts of one video, encoded by the model's
/// own networks on the CPU.
inline void make_encoded_dataset(const std::filesystem::path& folder, const std::filesystem::path& model,
                                 const catalog::Bucket& size, int64_t count) {
  const std::filesystem::path video = folder / "clip.mp4";
  make_test_clip(video, 3, static_cast<int>(size.frames + count - 1),
                 {static_cast<int>(size.width), static_cast<int>(size.height)});
  dataset::DatasetManifest rows;
  for (int64_t i = 0; i < count; ++i) {
    dataset::DatasetSample row;
    row.id = std::to_string(i) + "-0";
    row.source = video;
    row.content_hash = media::content_hash(video);
    row.source_in = i;
    row.source_out = i + size.frames;
    row.fps = 24;
    row.frame_count = size.frames;
    row.crop = {0, 0, size.width, size.height};
    row.bucket = size;
    row.caption = "clip " + std::to_string(i);
    rows.push_back(row);
  }
  precompute::PrecomputeOptions options;
  options.model = {model};
  options.cache_folder = folder / "cache";
  options.dtype = torch::kFloat32;
  options.first_frames = catalog::recognise_model(options.model).can(catalog::VideoTask::image_to_video);
  const auto made = precompute::precompute(precompute::plan_precompute(rows, options, {}), options,
                                           [](const Progress&) {}, {});
  dataset::write_dataset_manifest(folder / "dataset.jsonl", made.manifest, Existing::replace);
}

}  // namespace fw::support
