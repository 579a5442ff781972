// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "dataset/dataset_manifest.h"
#include "run/run_settings.h"

/// Samples whose clips are missing or could not be encoded. A run leaves out a few of them with a warning.
/// More (5 %, or all clips of a folder that has several) suggest a disk that is not connected: the run then
/// ends before its first step, unless data.allow_unreadable is on.
namespace fw::training {

/// For a run that is about to encode its clips: checks that the files of clips not yet in the cache exist.
/// @throws fw::Error training.clips_unusable, dataset.manifest_row, base.read_failed
/// Cost: reads the list; one stat per cache entry and per file that is still needed
void check_sources(const run::RunSettings& settings, const std::filesystem::path& manifest);

enum class Begins { no, yes };
/// Removes samples without keys for the cache entries that the run reads.
/// @param begins  no: a run with checkpoints continues with the samples that it has
/// @return a warning for the user; empty if no sample was removed
/// @throws fw::Error training.clips_unusable
std::string leave_out_unencoded(const run::RunSettings& settings, dataset::DatasetManifest& samples,
                                Begins begins);

}  // namespace fw::training
