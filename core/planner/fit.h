// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "run/fit_verdict.h"
#include "run/run_settings.h"

/// Fit to my GPU: the change of a run's settings that costs least time and makes every phase fit into a card
/// and its host.
namespace fw::planner {

/// What fitting asks of a plan.
struct Forecast {
  int64_t peak_bytes = 0;  ///< of the device, of the phase that needs most
  int64_t host_bytes = 0;  ///< likewise
  double step_s = 0;       ///< of a training step
};
using Forecaster = std::function<Forecast(const run::RunSettings&)>;

/// What a run may use.
struct MemoryLimits {
  int64_t device_bytes = 0;
  int64_t host_bytes = std::numeric_limits<int64_t>::max();
};

struct Fit {
  bool fits = false;
  bool host_short = false;    ///< `settings` fit the device, but nothing that does fits the host, too
  run::RunSettings settings;  ///< changed; where nothing fits, with all that saves memory
  std::vector<run::SettingChange> changes;
  Forecast before, after;
  std::string quantization;  ///< with which it would fit where it does not: see run::FitVerdict
  Forecast quantized;
};

/// What may be changed.
enum class FitScope {
  fastest,      ///< all, and what is left of the device's memory is spent on recomputing less
  all,          ///< also the type that trains and the optimizer's: other numbers, other checkpoints
  same_course,  ///< only what a run can change between two checkpoints and train on as before
};

/// Tries, from what costs nothing: tiling the VAE in validation, streaming the text encoder and moving
/// components in validation and precompute; encoding in tiles, if nothing else fits (not in same_course);
/// then gradient checkpointing with attention kept and without, activation offload, the optimizer's 8-bit (of
/// a full fine-tune) and host forms (neither in same_course), and with each the fewest streamed blocks. Where
/// no block is streamed, the fastest scope then keeps attention, or as many whole blocks as there is room
/// for, or both. Otherwise no setting of the run is changed so that it needs more of the device,
/// unless host memory is short. Changes to what is trained (rank, clip size, batch) are not tried:
/// they are the user's to make, and so is quantization, which is tried for a LoRA that does not fit otherwise
/// and only named.
/// @param block_count   of the transformer
/// @param forecast      may throw fw::Cancelled; called some ten to sixty times
Fit fit_to_memory(const run::RunSettings& run, const MemoryLimits& limits, int64_t block_count,
                  const Forecaster& forecast, FitScope scope = FitScope::all);

/// The settings that differ, in the order of their declarations.
std::vector<run::SettingChange> changes_of(const run::RunSettings& before, const run::RunSettings& after);

/// For who asked.
run::FitVerdict verdict_of(const Fit& fit, const MemoryLimits& limits, int64_t block_count);

}  // namespace fw::planner
