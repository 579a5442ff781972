// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/computed_work.h"
#include "base/json_fields.h"
#include "base/memory_use.h"
#include "engine_api/requests.h"
#include "run/fit_verdict.h"

/// Forecast of a run's memory, time and disk space: computed by planner/, shown by the window and the command
/// line.
namespace fw {

/// {"bytes": total, "parts": {"weights": …}}
void to_json(nlohmann::json& json, const MemoryUse& use);
/// @throws nlohmann::json::exception
void from_json(const nlohmann::json& json, MemoryUse& use);

namespace engine_api {

/// Peak needs of one phase of a run.
struct PhasePlan {
  std::string name;  ///< "captions", "clips", "training", "validation" or "generation"
  MemoryUse device, host, pinned;
  int64_t overhead_bytes = 0;    ///< on the device, besides tensors
  int64_t all_places_bytes = 0;  ///< largest sum of the three; relevant when the CPU computes
  int64_t host_bytes = 0;        ///< largest sum of host and pinned memory at the same time
  ComputedWork work;             ///< training: one update; validation: first three steps of clips

  int64_t device_bytes() const { return device.total() + overhead_bytes; }
};
void describe(auto& fields, PhasePlan& phase) {
  fields("name", phase.name);
  fields("device", phase.device);
  fields("host", phase.host);
  fields("pinned", phase.pinned);
  fields("overhead_bytes", phase.overhead_bytes);
  fields("all_places_bytes", phase.all_places_bytes);
  fields("host_bytes", phase.host_bytes);
  fields("work", phase.work);
}

/// Duration of an update on a GPU.
struct StepTime {
  std::string card;
  double seconds = 0;
  bool efficiency_measured = false;
  bool measured_here = false;  ///< by a run of the same kind on this computer, not an estimate
};
void describe(auto& fields, StepTime& time) {
  fields("card", time.card);
  fields("seconds", time.seconds);
  fields("efficiency_measured", time.efficiency_measured);
  fields("measured_here", time.measured_here);
}

/// A bucket of a run with several buckets.
struct SizeCost {
  std::string size;
  double cost = 1;  ///< of an update in this bucket, relative to StepTime::seconds
};
void describe(auto& fields, SizeCost& cost) {
  fields("size", cost.size);
  fields("cost", cost.cost);
}

/// One of the GPUs over which a clip's transformer is placed.
struct CardPlan {
  std::string device;       ///< "cuda:1"
  int64_t bytes = 0;        ///< peak
  int64_t limit_bytes = 0;  ///< free memory of the GPU
};
void describe(auto& fields, CardPlan& card) {
  fields("device", card.device);
  fields("bytes", card.bytes);
  fields("limit_bytes", card.limit_bytes);
}

struct RunPlan {
  std::string device;  ///< the simulated device: "cuda" or "cpu"
  std::string size;    ///< the bucket that needs the most memory
  std::vector<PhasePlan> phases;
  int64_t trained_parameters = 0;
  int64_t checkpoint_bytes = 0;  ///< of one checkpoint, of all processes together
  int64_t block_count = 0;       ///< of the transformer

  int64_t rank = 0;            ///< the planned process
  int64_t ranks = 1;           ///< number of processes that train the run together
  int64_t exchange_calls = 0;  ///< of tensors, per update
  int64_t sent_bytes = 0;      ///< to the other processes, per update

  int64_t device_limit_bytes = 0;  ///< the user's limit or the free memory; 0: no such device
  bool limit_given = false;        ///< by the user
  int64_t host_free_bytes = 0;     ///< available to the run: HostMemory::usable()
  /// Name of the GPU if the run computes in bf16 and the GPU lacks attention in it; otherwise empty.
  std::string lacks_bf16;
  bool overhead_measured = false;
  /// GPUs of a clip with a balanced device map; the figures above are those of the GPU with the least memory
  /// left.
  std::vector<CardPlan> cards;

  int64_t cache_bytes = 0;  ///< of the whole dataset's cache
  int64_t cache_free_bytes = 0;
  int64_t output_free_bytes = 0;     ///< on the disk of the run's folder
  int64_t samples = 0;               ///< rows read from the dataset; 0: the file does not exist yet
  std::vector<StepTime> step_times;  ///< mean update over the samples
  std::vector<SizeCost> size_costs;  ///< if estimated and different
  double checkpoint_seconds = 0;     ///< as measured in a run of the same kind on this computer; 0: unknown
  double validation_seconds = 0;
  double held_out_seconds = 0;
  double encode_seconds = 0;  ///< per million pixels of clips, as measured on this computer; 0: unknown
  double planning_seconds = 0;

  bool on_cpu() const { return device == "cpu"; }
  /// Memory of a phase on the computing device; on the CPU, of all placements together.
  int64_t device_bytes(const PhasePlan& phase) const;
  /// Peak of the phase that needs the most memory.
  int64_t device_peak_bytes() const;
  int64_t host_peak_bytes() const;
  /// nullopt if unknown.
  std::optional<bool> fits() const;
};
void describe(auto& fields, RunPlan& plan) {
  fields("device", plan.device);
  fields("size", plan.size);
  fields("phases", plan.phases);
  fields("trained_parameters", plan.trained_parameters);
  fields("checkpoint_bytes", plan.checkpoint_bytes);
  fields("block_count", plan.block_count);
  fields("rank", plan.rank);
  fields("ranks", plan.ranks);
  fields("exchange_calls", plan.exchange_calls);
  fields("sent_bytes", plan.sent_bytes);
  fields.derived("device_peak_bytes", plan.device_peak_bytes());
  fields.derived("host_peak_bytes", plan.host_peak_bytes());
  fields("device_limit_bytes", plan.device_limit_bytes);
  fields("limit_given", plan.limit_given);
  fields("host_free_bytes", plan.host_free_bytes);
  fields("lacks_bf16", plan.lacks_bf16);
  fields("overhead_measured", plan.overhead_measured);
  fields("cards", plan.cards);
  fields("cache_bytes", plan.cache_bytes);
  fields("cache_free_bytes", plan.cache_free_bytes);
  fields("output_free_bytes", plan.output_free_bytes);
  fields("samples", plan.samples);
  fields("step_times", plan.step_times);
  fields("size_costs", plan.size_costs);
  fields("checkpoint_seconds", plan.checkpoint_seconds);
  fields("validation_seconds", plan.validation_seconds);
  fields("held_out_seconds", plan.held_out_seconds);
  fields("encode_seconds", plan.encode_seconds);
  fields("planning_seconds", plan.planning_seconds);
  fields.derived("fits", plan.fits());
}

/// Time of `steps` updates with their checkpoints, validations and held-out losses. @param step_s  0:
/// unknown, and so is the result
double run_seconds(const RunPlan& plan, const run::RunSettings& settings, int64_t steps, double step_s);

/// The settings with which a run fits into memory at the lowest cost in time.
struct RunFit {
  run::FitVerdict verdict;
  RunPlan plan;  ///< with the changed settings
};
void describe(auto& fields, RunFit& fit) {
  describe(fields, fit.verdict);
  fields("plan", fit.plan);
}

/// The fastest way to make a clip that fits into memory.
struct ClipFit {
  bool fits = false;
  ClipMemory memory;
  RunPlan plan;  ///< with `memory`
};
void describe(auto& fields, ClipFit& fit) {
  fields("fits", fit.fits);
  describe(fields, fit.memory);
  fields("plan", fit.plan);
}

}  // namespace engine_api

}  // namespace fw
