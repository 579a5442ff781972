// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dataset/dataset_manifest.h"
#include "run/run_folder.h"
#include "run/run_settings.h"

namespace fw::training {

/// What is held out together.
enum class HoldOut {
  sources,  ///< all samples of a source: parts of one video show the same, and a model that was trained on
            ///< one knows the other
  samples,  ///< single samples, as runs did that have checkpoints without a word about it
};

/// The samples that a run trains on and those that it measures itself by.
struct Split {
  dataset::DatasetManifest train, held_out;
  size_t left_out = 0;  ///< further samples of sources that are held out
};

/// Of the buckets that the settings name, `held_out_samples` chosen by the seed: the same ones whatever their
/// order in the file. A source is one content hash; samples without one belong to the clip in their id.
/// @throws fw::Error training.no_samples
Split split_samples(const run::RunSettings& settings, dataset::DatasetManifest all,
                    HoldOut by = HoldOut::sources);

/// How a run that has begun holds out samples, by its newest checkpoint; a new one holds out sources.
HoldOut hold_out_of(const run::RunPaths& run);

}  // namespace fw::training
