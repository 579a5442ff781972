// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/json_fields.h"

namespace fw::launch {

/// How the processes of a world divide the work: `data` groups compute different samples; within a group,
/// `guidance` splits the two branches of guidance, and ring x ulysses splits the tokens. The rank of a
/// process is ((data * guidance + branch) * ring + place in ring) * ulysses + the rest.
struct MeshShape {
  int64_t data = 1;
  int64_t guidance = 1;  ///< 1 or 2
  int64_t ring = 1;      ///< Ring attention (Liu et al. 2023): keys and values are passed around
  int64_t ulysses = 1;   ///< Ulysses (Jacobs et al. 2023): exchanges tokens for heads and back

  /// Processes that share the tokens of a sample.
  int64_t sequence() const { return ring * ulysses; }
  /// Processes that compute each sample together.
  int64_t per_sample() const { return guidance * sequence(); }
  int64_t size() const { return data * per_sample(); }
  bool operator==(const MeshShape&) const = default;
};

/// Requested division of a clip between several processes; 0: chosen automatically.
struct ClipMesh {
  int64_t guidance = 0;
  int64_t ring = 0;
  int64_t ulysses = 0;
  bool operator==(const ClipMesh&) const = default;
};
void describe(auto& fields, ClipMesh& mesh) {
  fields("guidance", mesh.guidance);
  fields("ring", mesh.ring);
  fields("ulysses", mesh.ulysses);
}

/// The mesh of a run: processes not needed for sharing a sample compute different samples.
/// @throws fw::Error launch.bad_mesh if the world is not a multiple of ring x ulysses
MeshShape training_mesh(int64_t size, int64_t ring, int64_t ulysses);
/// The mesh of one clip. Chooses the least communication first: splits the branches of guidance if there are
/// two and the number of processes is even, then Ulysses.
/// @param guided  the clip is made with two branches of guidance
/// @throws fw::Error launch.bad_mesh if it does not have exactly `size` processes, launch.one_branch
MeshShape clip_mesh(int64_t size, const ClipMesh& asked, bool guided);

}  // namespace fw::launch
