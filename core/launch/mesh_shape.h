// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/json_fields.h"

namespace fw::launch {

/// How the processes of a world divide the work: groups of `data` compute different samples, and of those
/// that compute one sample `guidance` take its two branches of guidance, and ring x ulysses a part of its
/// tokens each. The rank of a process is ((data * guidance + branch) * ring + place in ring) * ulysses + the
/// rest.
struct MeshShape {
  int64_t data = 1;
  int64_t guidance = 1;  ///< 1 or 2
  int64_t ring = 1;      ///< Ring attention (Liu et al. 2023): keys and values go round
  int64_t ulysses = 1;   ///< Ulysses (Jacobs et al. 2023): heads for tokens and back

  /// Processes that share the tokens of a sample.
  int64_t sequence() const { return ring * ulysses; }
  /// Processes that compute each sample together.
  int64_t per_sample() const { return guidance * sequence(); }
  int64_t size() const { return data * per_sample(); }
  bool operator==(const MeshShape&) const = default;
};

/// What is asked for of a clip that several processes make together; 0: chosen.
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

/// The mesh of a run: what is left over by the processes that share a sample shares the samples.
/// @throws fw::Error launch.bad_mesh where the world is no multiple of ring x ulysses
MeshShape training_mesh(int64_t size, int64_t ring, int64_t ulysses);
/// The mesh of one clip. Chosen is the least communication first: both branches of guidance apart where there
/// are two and an even number of processes, then Ulysses.
/// @param guided  the clip is made with two branches of guidance
/// @throws fw::Error launch.bad_mesh where it has not exactly `size` processes, launch.one_branch
MeshShape clip_mesh(int64_t size, const ClipMesh& asked, bool guided);

}  // namespace fw::launch
