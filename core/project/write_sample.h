// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>

#include "base/atomic_file.h"
#include "dataset/dataset_manifest.h"

namespace fw::project {

/// A sample as a file: its frames cut, cropped and resized. Frame by frame, so that a long clip in its own
/// size does not have to fit into memory.
/// @param target  .png for a sample of one frame, else .mp4 (H.264)
/// @throws fw::Error media.source_changed when the source is not what the sample was made from, and of any
/// kind that reading and writing media has; fw::Cancelled. Thread: any.
void write_sample(const dataset::DatasetSample& sample, const std::filesystem::path& target, int crf,
                  const std::stop_token& stop, Existing existing = Existing::refuse);

}  // namespace fw::project
