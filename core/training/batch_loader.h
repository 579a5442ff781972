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
  torch::Tensor loss_weights;  ///< [B]; undefined: all 1
};

/// Moves the tensors that `device` will need into page-locked memory, so that the host does not wait for
/// their copies; embeddings become `dtype`, the type of the network. Does nothing on the CPU.
MicroBatch page_locked(MicroBatch micro, torch::Dtype dtype, torch::Device device);

/// The sound of a clip in its cache entry, [C, A, bins]; undefined: it has none.
torch::Tensor sound_in(const precompute::CacheEntry& latents);

/// Adds the sound of its clips to a batch. @param sounds  of each clip, undefined for those without
/// @param sample  a clip of the batch, for errors
/// @throws fw::Error training.cache_entry for sounds of different lengths and texts without their part for it
void add_sound(const std::vector<torch::Tensor>& sounds, families::TrainingBatch& batch,
               const std::string& sample);

/// Builds micro-batches from the cache: draws latents from their distribution, picks and drops captions, and
/// makes the model's random draws. The randomness of a micro-batch depends only on the run's seed and its
/// position, so any thread can build it at any time. Worker threads load ahead. Thread: one call of next() at
/// a time.
class BatchLoader {
 public:
  /// @param settings  seed, batch size, dropouts, task, threads
  /// @param samples   not used after the constructor
  /// @param position  of the first micro-batch
  /// @param world     each data rank builds its own micro-batches
  /// @param device    that computes: micro-batches for a GPU are page-locked
  BatchLoader(const run::RunSettings& settings, const dataset::DatasetManifest& samples,
              const precompute::LatentCache& cache, const families::TrainingModel& model, int64_t position,
              const distributed::World& world = {}, torch::Device device = torch::kCPU);
  /// Upper bound of the micro-batches that are loaded but not yet returned by next().
  static int64_t most_ahead(const run::RunSettings& settings) { return 2 * settings.dataloader_num_workers; }
  ~BatchLoader();
  BatchLoader(const BatchLoader&) = delete;
  BatchLoader& operator=(const BatchLoader&) = delete;

  /// Returns this process's next micro-batch in order. After a failure the next call tries the same one
  /// again.
  /// @throws fw::Error precompute.cache_missing, precompute.cache_damaged, training.cache_entry
  MicroBatch next();
  enum class Rest { have_none, have_one_too };
  /// Use instead of next() for a final round in which only the first `computing` data ranks have a
  /// micro-batch.
  /// @param rest  have_one_too: the other ranks get a later one, which does not count
  std::optional<MicroBatch> last(int64_t computing, Rest rest = Rest::have_none);
  /// Micro-batches returned so far in the whole world, counted from the start of the run.
  int64_t position() const { return position_; }
  const BucketSampler& sampler() const { return sampler_; }
  const precompute::LatentCache& cache() const { return cache_; }

 private:
  using Made = std::variant<MicroBatch, std::exception_ptr>;
  MicroBatch make(int64_t position) const;
  std::string_view draw_text(int64_t position, size_t slot, size_t index) const;
  void work();

  const run::RunSettings settings_;
  const bool with_images_;
  const bool with_sound_;
  const SampleList samples_;
  const precompute::LatentCache cache_;
  const families::TrainingModel& model_;
  const BucketSampler sampler_;
  const distributed::World world_;
  const torch::Device device_;

  int64_t position_;  ///< of the next micro-batch in the world
  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::map<int64_t, Made> made_;
  int64_t next_to_make_;
  bool stopping_ = false;
  std::vector<std::jthread> workers_;  // last: starts when all other members exist
};

}  // namespace fw::training
