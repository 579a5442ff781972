// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tensor/memory_counter.h"

/// The forecast of a run's memory, time and disk: a dry run of its real code on the meta device.
namespace fw::planner {

/// What one phase of a run needs when it needs most.
struct PhasePlan {
  std::string name;  ///< "captions", "clips", "training", "validation" or "generation"
  tensor::MemoryUse device, host, pinned;
  int64_t overhead_bytes = 0;    ///< on the device, beside tensors
  int64_t all_places_bytes = 0;  ///< largest sum of the three: what counts where the CPU computes
  double flops = 0;              ///< training: of one update; validation: of its clips' first three steps

  int64_t device_bytes() const { return device.total() + overhead_bytes; }
};

/// Duration of an update on a card.
struct StepTime {
  std::string card;
  double seconds = 0;
  bool efficiency_measured = false;
};

struct RunPlan {
  std::string device;  ///< "cuda" or "cpu": what was simulated
  std::string size;    ///< the bucket that needs most
  std::vector<PhasePlan> phases;
  int64_t trained_parameters = 0;
  int64_t block_count = 0;  ///< of the transformer

  int64_t device_limit_bytes = 0;  ///< what the user named, or what is free now; 0: no such device here
  bool limit_given = false;        ///< by the user
  int64_t host_free_bytes = 0;
  bool overhead_measured = false;

  int64_t cache_bytes = 0;  ///< of the whole dataset's cache
  int64_t cache_free_bytes = 0;
  int64_t output_free_bytes = 0;  ///< where the run's folder is made
  int64_t samples = 0;            ///< rows of the dataset that were read; 0: the file is not there yet
  std::vector<StepTime> step_times;
  double planning_seconds = 0;

  /// The largest phase. On the CPU all places together, with the device as such.
  int64_t device_peak_bytes() const;
  int64_t host_peak_bytes() const;
  /// Nothing where it cannot be told.
  std::optional<bool> fits() const;
};

void to_json(nlohmann::json& json, const RunPlan& plan);

}  // namespace fw::planner
