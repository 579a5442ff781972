// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/json_fields.h"

namespace fw::launch {

/// One of the processes that do a job together, its rank among them, and where they meet.
struct WorldSpec {
  int64_t rank = 0;
  int64_t size = 1;
  int64_t local_rank = 0;           ///< among those of this machine: picks the GPU
  int64_t local_size = 1;           ///< on this machine
  std::string host = {};            ///< of the store at which they meet
  int64_t port = 0;                 ///< of the store
  bool store_is_elsewhere = false;  ///< another program keeps the store: rank 0 is a client like the others
  int64_t listen_descriptor = -1;   ///< rank 0: the store's socket, bound and listening already; -1: none
  std::string run_id = {};          ///< apart from others that meet at the same store
  /// Why this process cannot take part: it meets the others only to tell them, who would wait for it.
  std::optional<Fault> failed = {};
  bool operator==(const WorldSpec&) const = default;
};
void describe(auto& fields, WorldSpec& spec) {
  fields("rank", spec.rank);
  fields("size", spec.size);
  fields("local_rank", spec.local_rank);
  fields("local_size", spec.local_size);
  fields("host", spec.host);
  fields("port", spec.port);
  fields("store_is_elsewhere", spec.store_is_elsewhere);
  fields("listen_descriptor", spec.listen_descriptor);
  fields("run_id", spec.run_id);
  fields("failed", spec.failed);
}

using Environment = std::map<std::string, std::string>;
Environment process_environment();

/// The variable in which RankGroup tells rank 0 the store's listening socket.
inline constexpr const char* listen_variable = "FRAMEWRIGHT_STORE_SOCKET";

/// This process's place by what torchrun, or whoever sets the same variables, says; else by what Slurm's srun
/// says; else it is alone. An interactive Slurm shell is alone too.
/// @throws fw::Error launch.environment with all that is missing or no number
WorldSpec world_from(const Environment& environment);

}  // namespace fw::launch
