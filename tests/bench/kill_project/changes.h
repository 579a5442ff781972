// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <random>
#include <string>

#include "project/project.h"

/// Makes the videos that a change may import.
void make_videos(const std::filesystem::path& folder);

/// One change: an import, an edit of any kind, undo, redo, figures, or the frozen samples' file. Depends only
/// on the project's content, `videos` and `random`, so that two equal projects stay equal.
void make_change(fw::project::Project& project, const std::filesystem::path& videos, std::mt19937& random);

/// Everything that changes affect in a project, except the time of day. @throws if half a file is read
std::string content_of(const fw::project::Project& project);
