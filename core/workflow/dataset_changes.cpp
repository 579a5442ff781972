// SPDX-License-Identifier: Apache-2.0
#include "workflow/dataset_changes.h"

#include <functional>
#include <tuple>
#include <unordered_map>

#include "base/error.h"
#include "dataset/dataset_manifest.h"
#include "project/project.h"
#include "workflow/project_samples.h"

namespace fw::workflow {

namespace {

size_t hash_of_captions(const dataset::DatasetSample& sample) {
  std::string all = sample.caption;
  for (const std::string& caption : sample.more_captions) all += '\0' + caption;
  return std::hash<std::string>()(all);
}

/// The compared part of a sample.
struct Frozen {
  size_t caption;
  std::tuple<int64_t, int64_t, double> frames;
  std::tuple<double, double, double> weights;
  catalog::Crop crop;
  catalog::Bucket bucket;

  explicit Frozen(const dataset::DatasetSample& sample)
      : caption(hash_of_captions(sample)),
        frames(sample.source_in, sample.source_out, sample.fps),
        weights(sample.loss_weight, sample.draws, sample.caption_dropout.value_or(-1)),
        crop(sample.crop),
        bucket(sample.bucket) {}
};

/// The other samples of a split clip differ only in their first frame.
bool is_first(const dataset::DatasetSample& sample) {
  return sample.first_frame == 0;
}

}  // namespace

bool is_of_project(const project::Project& project, const std::filesystem::path& dataset) {
  return !std::filesystem::path(project.stored_path(dataset)).is_absolute();
}

DatasetChanges changes_since(const std::filesystem::path& dataset, const project::Project& project,
                             const catalog::ModelSpec& model, const std::string& id_token,
                             const std::stop_token& stop) {
  std::unordered_map<std::string, Frozen> before;
  dataset::visit_dataset_manifest(dataset, [&](const dataset::DatasetSample& sample) {
    if (stop.stop_requested()) throw Cancelled();
    if (is_first(sample)) before.emplace(sample.id, Frozen(sample));
  });
  DatasetChanges changes;
  visit_project_samples(project, model, id_token, stop, [&](const dataset::DatasetSample& sample) {
    if (!is_first(sample)) return;
    const auto found = before.find(sample.id);
    if (found == before.end()) {
      ++changes.added;
      return;
    }
    const Frozen& was = found->second;
    const Frozen now(sample);
    changes.captions += was.caption != now.caption;
    changes.cuts += was.frames != now.frames;
    changes.buckets += was.bucket != now.bucket;
    changes.weights += was.weights != now.weights;
    // Another bucket has a different crop anyway.
    changes.crops += was.bucket == now.bucket && !(was.crop == now.crop);
    before.erase(found);
  });
  changes.removed = static_cast<int64_t>(before.size());
  return changes;
}

}  // namespace fw::workflow
