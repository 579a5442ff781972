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

/// The processes that train one run together, from the view of one of them. The result of a run does not
/// depend on their number or mesh: micro-batches are counted over all of them, and in each round of an update
/// every process computes one, or the processes that share each sample's tokens compute one together.
struct World {
  int64_t rank = 0;  ///< this process, 0 .. size - 1
  int64_t size = 1;
  std::shared_ptr<Ranks> ranks = nullptr;      ///< connection to the others; null in a single process
  std::shared_ptr<const Mesh> mesh = nullptr;  ///< null: every process computes its own samples

  launch::MeshShape shape() const;
  /// Number of processes that compute each sample together.
  int64_t per_sample() const { return shape().per_sample(); }
  /// How many micro-batches are computed at a time, and which of them this process computes.
  int64_t data_size() const { return size / per_sample(); }
  int64_t data_rank() const { return rank / per_sample(); }
  /// True if this process is the first of those that compute its samples.
  bool leads() const { return rank % per_sample() == 0; }
  /// Selects the values of the leading processes from a list by rank.
  template <class T>
  std::vector<T> of_leaders(const std::vector<T>& said) const {
    std::vector<T> chosen;
    for (size_t i = 0; i < said.size(); i += static_cast<size_t>(per_sample())) chosen.push_back(said[i]);
    return chosen;
  }
  /// True if this process writes shared files: events, checkpoints, the result.
  bool writes() const { return rank == 0; }
  /// Number of rounds of an update with this many micro-batches.
  int64_t rounds(int64_t micro_batches) const { return (micro_batches + data_size() - 1) / data_size(); }
  /// Number of micro-batches in a round, computed by the first data ranks: all of them, except perhaps in the
  /// last.
  int64_t computing(int64_t micro_batches, int64_t round) const;
  /// Position in the run of this process's next micro-batch. @param position  of the next one of all
  /// processes
  int64_t own_position(int64_t position) const { return position + data_rank(); }
  /// Runs `work`, in which the processes that compute the same samples wait for each other: an exception
  /// here, except fw::Cancelled, ends the work of all.
  void in_step(const std::function<void()>& work) const;
  /// Rank 0 runs `work`, and the others wait for it. @throws as Ranks::on_first
  void on_first(const std::function<void()>& work) const;
  /// Each process runs `work`, and all throw if one fails. @throws as Ranks::together
  void together(const std::function<void()>& work) const;
  /// Returns rank 0's value on all ranks.
  bool of_first(bool value) const;
  /// Every rank's text, by rank. @throws as Ranks::gather
  std::vector<std::string> gather(const std::string& text) const;
  /// The fault that ended the work of all, if any. Thread: any.
  std::optional<Fault> failure() const;
};

}  // namespace fw::distributed
