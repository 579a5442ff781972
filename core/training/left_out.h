// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "dataset/dataset_manifest.h"
#include "run/run_settings.h"

/// Samples whose clips are missing or could not be encoded. A run leaves a few of them out, with a warning.
/// More than that (5 %, or all clips of a folder that has several) look like a disk that is not connected,
/// and end a run before its first step, unless data.allow_unreadable is on.
namespace fw::training {

/// For a run that is about to encode its clips: looks for the files of those that are not in the cache.
/// @throws fw::Error training.clips_unusable, dataset.manifest_row, base.read_failed
/// Cost: reads the list; a stat of each cache entry and of each file that is still needed
void check_sources(const run::RunSettings& settings, const std::filesystem::path& manifest);

enum class Begins { no, yes };
/// Removes samples without keys for the cache entries that the run reads.
/// @param begins  no: a run with checkpoints keeps training on the samples that it has
/// @return what the user should know; empty when there are none
/// @throws fw::Error training.clips_unusable
std::string leave_out_unencoded(const run::RunSettings& settings, dataset::DatasetManifest& samples,
                                Begins begins);

}  // namespace fw::training
