// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Event.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace fw::distributed {

/// The connection between the members of a group.
struct Connection {
  c10::intrusive_ptr<c10d::Backend> words;    ///< Gloo: for texts
  c10::intrusive_ptr<c10d::Backend> tensors;  ///< the same one, or NCCL
  /// True once tensors have been exchanged: NCCL creates its communicator only then.
  bool is_used = false;

  /// True if exchanges are ordered by the device's streams and the host does not wait for them.
  bool is_on_device() const { return words != tensors; }
  /// Call after an exchange by NCCL for which the calling thread's current stream waits.
  void note_exchange(c10::Device device);
  /// True if the device has finished all of them. Thread: any.
  bool is_idle() const;
  uint64_t exchanges() const;

 private:
  mutable std::mutex mutex_;
  std::optional<c10::Event> behind_;  ///< after the newest exchange, on the stream that waits for it
  uint64_t exchanges_ = 0;
};

/// A process's connections, shared by all groups with the same members: each NCCL communicator takes memory
/// on every GPU. Thread: the computing thread, except where noted.
class Communicators {
 public:
  using Made = std::shared_ptr<Connection>;
  /// Returns the connection between these ranks. @param make  called for the first group with these members
  Made of(const std::vector<int64_t>& members, const std::function<Made()>& make);
  /// Numbers of members of the connections that have exchanged tensors.
  std::vector<int64_t> used_sizes() const;
  /// True if the device has finished all exchanges. Thread: any.
  bool are_idle() const;
  /// Number of NCCL exchanges started. Thread: any.
  uint64_t exchanges() const;
  /// Aborts what the device waits for when the other ranks no longer send. The first call returns when NCCL
  /// has aborted, or after ten seconds; other calls wait for the first. Thread: any.
  void abort();
  /// Collective, at the end of all work.
  void shut_down();
  void clear() { entries_.clear(); }

 private:
  struct Entry {
    std::vector<int64_t> members;
    Made connection;
  };
  std::vector<Entry> all() const;

  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
  std::once_flag aborted_;
};

}  // namespace fw::distributed
