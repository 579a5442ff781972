// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/json_fields.h"

namespace fw::launch {

/// One of the processes that do a job together: its rank, and the store through which they connect.
struct WorldSpec {
  int64_t rank = 0;
  int64_t size = 1;
  int64_t local_rank = 0;           ///< among those of this machine: selects the GPU
  int64_t local_size = 1;           ///< on this machine
  std::string host = {};            ///< of the store
  int64_t port = 0;                 ///< of the store
  bool store_is_elsewhere = false;  ///< another program hosts the store: rank 0 is a client like the others
  int64_t listen_descriptor = -1;   ///< rank 0: the store's socket, already bound and listening; -1: none
  std::string run_id = {};          ///< distinguishes worlds at the same store
  /// Why this process cannot take part: it connects only to report this to the others, which would wait for
  /// it.
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

/// The variable in which RankGroup passes rank 0 the store's listening socket.
inline constexpr const char* listen_variable = "FRAMEWRIGHT_STORE_SOCKET";

/// This process's place according to torchrun's variables, else according to Slurm's srun; else a single
/// process, also in an interactive Slurm shell.
/// @throws fw::Error launch.environment with everything that is missing or not a number
WorldSpec world_from(const Environment& environment);

}  // namespace fw::launch
