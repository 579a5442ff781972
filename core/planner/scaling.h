// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "launch/mesh_shape.h"
#include "run/links.h"
#include "tensor/flop_counter.h"

/// How long a step takes when several cards share it: what one card computes, divided, and what they exchange
/// over links of two levels, within a machine and between machines.
/// Volumes: Ulysses (Jacobs et al. 2023) sends q, k, v and the result once through an all-to-all, a ring
/// (Liu et al. 2023) passes k and v on; both as in USP (Fang, Zhao 2024).
namespace fw::planner {

using launch::MeshShape;

/// Cards in machines, and what connects them.
struct Cluster {
  int64_t cards = 1;      ///< that work together
  int64_t a_machine = 1;  ///< so many of them stand in one
  run::Links links;
};

/// A group of a mesh: ranks `stride` apart from each other.
struct GroupPlace {
  int64_t size = 1;
  int64_t stride = 1;
};
/// Of the ranks of a group, those on other machines than the rank itself, where most are.
int64_t ranks_elsewhere(const Cluster& cluster, const GroupPlace& group);
/// Time of `calls` exchanges in which a rank sends `bytes` in all, the same to each of the group.
double exchange_seconds(const Cluster& cluster, const GroupPlace& group, double calls, double bytes);
/// Time of `calls` times handing `bytes` in all on to the next of a ring.
double pass_on_seconds(const Cluster& cluster, const GroupPlace& group, double calls, double bytes);

/// A denoising step of a clip on one card, with all its guidance branches.
struct StepWork {
  double compute_s = 0;
  tensor::SelfAttentionUse attention;  ///< of both branches, which come one after the other
  bool guidance = false;               ///< two branches, which are independent of each other
  double guidance_bytes = 0;           ///< of one branch's result
  int64_t element_bytes = 2;           ///< of attention
};

struct StepSeconds {
  double compute = 0;
  double exchange = 0;  ///< which nothing hides: each call of Ranks waits for its end
  double total() const { return compute + exchange; }
};
/// @pre mesh.data is 1
StepSeconds predict_step(const StepWork& work, const Cluster& cluster, const MeshShape& mesh);

/// Every way in which so many cards can share a step. @param heads  of attention: no more ulysses than that
std::vector<MeshShape> step_meshes(int64_t cards, bool guidance, int64_t heads);

}  // namespace fw::planner
