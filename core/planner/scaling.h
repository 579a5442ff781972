// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "launch/mesh_shape.h"
#include "run/links.h"
#include "tensor/flop_counter.h"

/// Time of a step shared by several GPUs: the computing time of one GPU, divided, plus the exchanges over
/// links within and between machines. Volumes: Ulysses (Jacobs et al. 2023) sends q, k, v and the result once
/// through an all-to-all; a ring (Liu et al. 2023) passes on k and v; combined as in USP (Fang, Zhao 2024).
namespace fw::planner {

using launch::MeshShape;

/// GPUs in machines, and the links between them.
struct Cluster {
  int64_t cards = 1;      ///< that work together
  int64_t a_machine = 1;  ///< GPUs per machine
  run::Links links;
};

/// A group of a mesh: ranks that are `stride` apart.
struct GroupPlace {
  int64_t size = 1;
  int64_t stride = 1;
};
/// Number of ranks of the group on other machines than the rank itself; the maximum over all ranks.
int64_t ranks_elsewhere(const Cluster& cluster, const GroupPlace& group);
/// Time of `calls` exchanges in which a rank sends `bytes` in total, divided evenly among the group.
double exchange_seconds(const Cluster& cluster, const GroupPlace& group, double calls, double bytes);
/// Time of `calls` transfers, `bytes` in total, to the next rank of a ring.
double pass_on_seconds(const Cluster& cluster, const GroupPlace& group, double calls, double bytes);

/// A denoising step of a clip on one GPU, with all guidance branches.
struct StepWork {
  double compute_s = 0;
  tensor::SelfAttentionUse attention;  ///< of both branches, which run one after the other
  bool guidance = false;               ///< whether there are two branches, independent of each other
  double guidance_bytes = 0;           ///< of one branch's result
  int64_t element_bytes = 2;           ///< of attention
};

struct StepSeconds {
  double compute = 0;
  double exchange = 0;  ///< not overlapped: each call of Ranks waits until it is complete
  double total() const { return compute + exchange; }
};
/// @pre mesh.data is 1
StepSeconds predict_step(const StepWork& work, const Cluster& cluster, const MeshShape& mesh);

/// All meshes by which `cards` GPUs can share a step. @param heads  of attention; upper limit of ulysses
std::vector<MeshShape> step_meshes(int64_t cards, bool guidance, int64_t heads);

}  // namespace fw::planner
