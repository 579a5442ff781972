// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "run/fit_verdict.h"
#include "run/run_settings.h"

/// "Fit to my GPU": finds the fastest change of a run's settings with which every phase fits into the memory
/// of the GPU and of the host.
namespace fw::planner {

/// The part of a plan that fitting needs.
struct Forecast {
  int64_t peak_bytes = 0;  ///< of the device, in the phase that needs the most
  int64_t host_bytes = 0;  ///< likewise for the host
  double step_s = 0;       ///< of a training step
};
using Forecaster = std::function<Forecast(const run::RunSettings&)>;

/// Memory available to a run.
struct MemoryLimits {
  int64_t device_bytes = 0;
  int64_t host_bytes = std::numeric_limits<int64_t>::max();
};

struct Fit {
  bool fits = false;
  bool host_short = false;    ///< `settings` fit the device, but no settings fit both device and host
  run::RunSettings settings;  ///< changed; if nothing fits, those with the lowest memory use
  std::vector<run::SettingChange> changes;
  Forecast before, after;
  std::string quantization;  ///< format with which it would fit, if nothing fits without; see run::FitVerdict
  Forecast quantized;
};

/// The settings that may change.
enum class FitScope {
  fastest,      ///< as `all`, and spends spare device memory on recomputing less
  all,          ///< also the types of weights and optimizer state, which change results
  same_course,  ///< only those that may change between checkpoints without affecting training
};

/// Tries, in order of cost: tiling the VAE in validation, streaming the text encoder and moving components in
/// validation and precompute; encoding in tiles if nothing else fits (not in same_course); then gradient
/// checkpointing with and without keeping attention, activation offload, and the 8-bit (for a full fine-tune)
/// and host forms of the optimizer (neither in same_course), each with the smallest number of streamed
/// blocks. If no block is streamed, the fastest scope then keeps attention, as many whole blocks as fit, or
/// both. Apart from this, no setting is changed so that it needs more device memory, unless host memory is
/// short. Rank, clip size and batch are left to the user, and so is quantization: it is only suggested, for a
/// LoRA that does not fit otherwise.
/// @param block_count   of the transformer
/// @param forecast      may throw fw::Cancelled; called about ten to sixty times
Fit fit_to_memory(const run::RunSettings& run, const MemoryLimits& limits, int64_t block_count,
                  const Forecaster& forecast, FitScope scope = FitScope::all);

/// The settings that differ, in the order of their declarations.
std::vector<run::SettingChange> changes_of(const run::RunSettings& before, const run::RunSettings& after);

/// Converts a fit to the verdict shown to the user.
run::FitVerdict verdict_of(const Fit& fit, const MemoryLimits& limits, int64_t block_count);

}  // namespace fw::planner
