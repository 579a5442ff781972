// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "launch/mesh_shape.h"

namespace fw::distributed {

class Ranks;
struct Mesh;

/// The processes that train one run together, as one of them sees them. What a run computes does not depend
/// on their number or their mesh: micro-batches are counted over all of them, and in each round of an update
/// every process computes one, or those that share each sample's tokens compute one together.
struct World {
  int64_t rank = 0;  ///< this process, 0 .. size - 1
  int64_t size = 1;
  std::shared_ptr<Ranks> ranks = nullptr;      ///< the way to the others; a process alone has none
  std::shared_ptr<const Mesh> mesh = nullptr;  ///< none: every process computes samples of its own

  launch::MeshShape shape() const;
  /// How many processes compute each sample together.
  int64_t per_sample() const { return shape().per_sample(); }
  /// How many micro-batches are computed at a time, and which of them this process computes.
  int64_t data_size() const { return size / per_sample(); }
  int64_t data_rank() const { return rank / per_sample(); }
  /// Whether this process speaks for those that compute its samples.
  bool leads() const { return rank % per_sample() == 0; }
  /// Of what all processes have said, by rank, what those have that lead.
  template <class T>
  std::vector<T> of_leaders(const std::vector<T>& said) const {
    std::vector<T> chosen;
    for (size_t i = 0; i < said.size(); i += static_cast<size_t>(per_sample())) chosen.push_back(said[i]);
    return chosen;
  }
  /// Whether this process writes what there is once: events, checkpoints, the result.
  bool writes() const { return rank == 0; }
  /// Rounds of an update of so many micro-batches.
  int64_t rounds(int64_t micro_batches) const { return (micro_batches + data_size() - 1) / data_size(); }
  /// How many micro-batches a round has, of the first data ranks: one of each but perhaps in the last round.
  int64_t computing(int64_t micro_batches, int64_t round) const;
  /// The run's position of this process's next micro-batch. @param position  of the next one of all
  int64_t own_position(int64_t position) const { return position + data_rank(); }
  /// Does `work`, in which those that compute the same samples wait for each other: what it throws here, but
  /// fw::Cancelled, ends the work of all.
  void in_step(const std::function<void()>& work) const;
  /// Rank 0 does `work`, and the others wait until it is done. @throws as Ranks::on_first
  void on_first(const std::function<void()>& work) const;
  /// Each does `work`, and all throw where one cannot. @throws as Ranks::together
  void together(const std::function<void()>& work) const;
  /// Rank 0's value, which the others wait for.
  bool of_first(bool value) const;
  /// Every rank's text, by rank. @throws as Ranks::gather
  std::vector<std::string> gather(const std::string& text) const;
  /// What has ended the work of all; nothing as long as all is well. Thread: any.
  std::optional<Fault> failure() const;
};

}  // namespace fw::distributed
