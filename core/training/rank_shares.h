// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "distributed/world.h"
#include "engine_api/events.h"
#include "training/meters.h"

namespace fw::training {

using Rounds = std::vector<std::vector<SampleLoss>>;  ///< of an update, in one process

/// One process's part of an update.
struct Share {
  Rounds rounds{};
  double seconds = 0;  ///< from the start of the update to its losses, without waiting for data
  uint64_t bytes = 0;  ///< memory in use
};

/// Gathers the shares of all ranks. Collective. @param share  of this process
std::vector<Share> shares_of_all(Share share, const distributed::World& world);

/// Losses in the order of the run's micro-batches.
std::vector<SampleLoss> losses_of(const std::vector<Share>& shares);

/// "rank1_seconds", "rank1_bytes" and so on; empty for a single process.
engine_api::Figures figures_of(const std::vector<Share>& shares);

}  // namespace fw::training
