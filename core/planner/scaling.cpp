// SPDX-License-Identifier: Apache-2.0
#include "planner/scaling.h"

#include <algorithm>

namespace fw::planner {

namespace {

double as_real(int64_t value) {
  return static_cast<double>(value);
}

/// The speed of the smallest measured group with at least `ranks` ranks; of the largest group if all are
/// smaller.
const run::LinkSpeed& speed_of(const std::vector<run::LinkSpeed>& level, int64_t ranks) {
  for (const run::LinkSpeed& speed : level)
    if (speed.ranks >= ranks) return speed;
  return level.back();
}

/// Ratio of the largest share of `total` to an equal share.
double imbalance(int64_t total, int64_t parts) {
  if (total <= 0) return 1;
  return as_real((total + parts - 1) / parts * parts) / as_real(total);
}

}  // namespace

int64_t ranks_elsewhere(const Cluster& cluster, const GroupPlace& group) {
  int64_t most = 0;
  const int64_t extent = group.size * group.stride;
  for (int64_t rank = 0; rank < cluster.cards; ++rank) {
    const int64_t first = rank / extent * extent + rank % group.stride;
    int64_t elsewhere = 0;
    for (int64_t i = 0; i < group.size; ++i)
      elsewhere += (first + i * group.stride) / cluster.a_machine != rank / cluster.a_machine;
    most = std::max(most, elsewhere);
  }
  return most;
}

double exchange_seconds(const Cluster& cluster, const GroupPlace& group, double calls, double bytes) {
  if (group.size == 1) return 0;
  const int64_t elsewhere = ranks_elsewhere(cluster, group), here = group.size - 1 - elsewhere;
  double seconds = 0;
  const auto add = [&](const std::vector<run::LinkSpeed>& level, int64_t peers, int64_t ranks) {
    if (peers == 0) return;
    const run::LinkSpeed& speed = speed_of(level, ranks);
    seconds += calls * speed.latency_s + bytes * as_real(peers) / as_real(group.size - 1) / speed.bytes_per_s;
  };
  add(cluster.links.within, here, here + 1);
  add(cluster.links.between, elsewhere, elsewhere + 1);
  return seconds;
}

double pass_on_seconds(const Cluster& cluster, const GroupPlace& group, double calls, double bytes) {
  if (group.size == 1) return 0;
  // All ranks wait for the slowest hop.
  const bool crosses = ranks_elsewhere(cluster, group) > 0;
  const run::LinkSpeed& speed = speed_of(crosses ? cluster.links.between : cluster.links.within, group.size);
  return calls * speed.latency_s + bytes / speed.bytes_per_s;
}

StepSeconds predict_step(const StepWork& work, const Cluster& cluster, const MeshShape& mesh) {
  const int64_t parts = mesh.sequence();
  const double uneven =
      std::max(imbalance(work.attention.heads, mesh.ulysses), imbalance(work.attention.tokens, parts));
  StepSeconds seconds;
  seconds.compute = work.compute_s * uneven / as_real(mesh.guidance * parts);
  // Bytes of a rank's queries; its keys, values and results have as many each.
  const double share = work.attention.elements * as_real(work.element_bytes) *
                       imbalance(work.attention.tokens, parts) / as_real(mesh.guidance * parts);
  const double calls = as_real(work.attention.calls) / as_real(mesh.guidance), hops = as_real(mesh.ring - 1);
  const double kept = 1 / as_real(mesh.ulysses);
  seconds.exchange = exchange_seconds(cluster, {mesh.ulysses, 1}, 2 * calls, 4 * (1 - kept) * share);
  seconds.exchange += pass_on_seconds(cluster, {mesh.ring, mesh.ulysses}, hops * calls, 2 * hops * share);
  seconds.exchange += exchange_seconds(cluster, {mesh.guidance, parts}, 1, work.guidance_bytes);
  return seconds;
}

std::vector<MeshShape> step_meshes(int64_t cards, bool guidance, int64_t heads) {
  std::vector<MeshShape> meshes;
  for (int64_t branches = 1; branches <= (guidance ? 2 : 1); ++branches) {
    if (cards % branches != 0) continue;
    const int64_t parts = cards / branches;
    for (int64_t ulysses = 1; ulysses <= std::min(parts, heads); ++ulysses)
      if (parts % ulysses == 0)
        meshes.push_back({.guidance = branches, .ring = parts / ulysses, .ulysses = ulysses});
  }
  return meshes;
}

}  // namespace fw::planner
