// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "dataset/dataset_manifest.h"
#include "distributed/world.h"
#include "families/training_model.h"
#include "precompute/latent_cache.h"
#include "run/run_settings.h"
#include "training/bucket_sampler.h"
#include "training/sample_list.h"

namespace fw::training {

/// One micro-batch, ready for the model.
struct MicroBatch {
  int64_t position = 0;
  families::TrainingBatch batch;
  families::TrainingDraw draw;
  std::vector<std::string> sample_ids;
};

/// What of it goes to `device` in page-locked memory, from where the host need not wait for it; embeddings in
/// `dtype`, as the network takes them. On the CPU it stays as it is.
MicroBatch page_locked(MicroBatch micro, torch::Dtype dtype, torch::Device device);

/// Makes micro-batches out of the cache: latents drawn afresh from their distribution, captions dropped, and
/// what the model draws. All chance of a micro-batch comes from the run's seed and its
/// position, so that it is the same whoever makes it and whenever. Threads of the loader work ahead.
/// Thread: next() one at a time.
class BatchLoader {
 public:
  /// @param settings  seed, batch size, dropouts, task, threads
  /// @param samples   may be freed afterwards
  /// @param position  of the first micro-batch
  /// @param world     whose data ranks make their own ones each
  /// @param device    that computes: for a GPU, micro-batches are page-locked
  BatchLoader(const run::RunSettings& settings, const dataset::DatasetManifest& samples,
              const precompute::LatentCache& cache, const families::TrainingModel& model, int64_t position,
              const distributed::World& world = {}, torch::Device device = torch::kCPU);
  /// How many the process has at most that next() has not given yet.
  static int64_t most_ahead(const run::RunSettings& settings) { return 2 * settings.dataloader_num_workers; }
  ~BatchLoader();
  BatchLoader(const BatchLoader&) = delete;
  BatchLoader& operator=(const BatchLoader&) = delete;

  /// This process's next micro-batch in order. After a failure the next call tries the same one again.
  /// @throws fw::Error precompute.cache_missing, precompute.cache_damaged, training.cache_entry
  MicroBatch next();
  enum class Rest { have_none, have_one_too };
  /// In place of next() for a last round in which only the first `computing` data ranks have one.
  /// @param rest  have_one_too: the others get some later one, which counts for nothing
  std::optional<MicroBatch> last(int64_t computing, Rest rest = Rest::have_none);
  /// Micro-batches handed out so far in the whole world, counted from the start of the run.
  int64_t position() const { return position_; }
  int64_t batches_per_epoch() const { return sampler_.batches_per_epoch(); }
  const precompute::LatentCache& cache() const { return cache_; }

 private:
  using Made = std::variant<MicroBatch, std::exception_ptr>;
  MicroBatch make(int64_t position) const;
  void work();

  const run::RunSettings settings_;
  const bool with_images_;
  const SampleList samples_;
  const precompute::LatentCache cache_;
  const families::TrainingModel& model_;
  const BucketSampler sampler_;
  const distributed::World world_;
  const torch::Device device_;

  int64_t position_;  ///< of the world's next micro-batch
  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::map<int64_t, Made> made_;
  int64_t next_to_make_;
  bool stopping_ = false;
  std::vector<std::jthread> workers_;  // last: start when all else is there
};

}  // namespace fw::training
