// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>

#include "base/atomic_file.h"
#include "dataset/dataset_manifest.h"

namespace fw::project {

/// Writes a sample to a file: its frames cut, cropped and resized. Streams frame by frame, so that a long
/// clip need not fit into memory.
/// @param target  .png for a sample of one frame, else .mp4 (H.264)
/// @throws fw::Error media.source_changed if the source has changed since the sample was made, and any
///   error from reading and writing media; fw::Cancelled. Thread: any.
void write_sample(const dataset::DatasetSample& sample, const std::filesystem::path& target, int crf,
                  const std::stop_token& stop, Existing existing = Existing::refuse);

}  // namespace fw::project
