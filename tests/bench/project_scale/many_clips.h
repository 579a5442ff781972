// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "project/project.h"

/// H.264 clips of 25 frames of 256x144 that all differ.
void make_videos(const std::filesystem::path& folder, int count);
/// Clips of 5 frames of 64x48 whose files differ, but not their pictures: only their number matters.
void make_small_videos(const std::filesystem::path& folder, int count);

/// A metadata.jsonl of `rows` rows with captions, which name the folder's clips in turn.
void write_list(const std::filesystem::path& file, const std::filesystem::path& videos, int clips, int rows);

/// Rows without videos: captions, tags, figures, crops and buckets on a part of them, all different.
void add_rows(fw::project::Project& project, int count);
