// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dataset/dataset_manifest.h"
#include "run/run_folder.h"
#include "run/run_settings.h"

namespace fw::training {

/// Unit in which samples are held out.
enum class HoldOut {
  sources,  ///< all samples of a source: parts of one video look alike, so training on one part leaks into
            ///< the others
  samples,  ///< single samples, as in runs whose checkpoints do not record the choice
};

/// The samples that a run trains on and those that it is evaluated on.
struct Split {
  dataset::DatasetManifest train, held_out;
  size_t left_out = 0;  ///< further samples of held-out sources
};

/// Holds out `held_out_samples` samples of the configured buckets, chosen by the seed and independent of
/// their order in the file. A source is identified by its content hash; samples without one, by the clip in
/// their id.
/// @throws fw::Error training.no_samples
Split split_samples(const run::RunSettings& settings, dataset::DatasetManifest all,
                    HoldOut by = HoldOut::sources);

/// Returns how a run that has begun holds out samples, according to its newest checkpoint; a new run holds
/// out sources.
HoldOut hold_out_of(const run::RunPaths& run);

}  // namespace fw::training
