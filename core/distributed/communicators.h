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

/// How the members of a group reach each other.
struct Connection {
  c10::intrusive_ptr<c10d::Backend> words;    ///< Gloo: texts
  c10::intrusive_ptr<c10d::Backend> tensors;  ///< the same, or NCCL
  /// Whether tensors have gone this way. Only then NCCL has made its communicator.
  bool is_used = false;

  /// Whether exchanges are ordered by the device's streams and the host does not wait for them.
  bool is_on_device() const { return words != tensors; }
  /// After an exchange by NCCL for which the calling thread's current stream waits.
  void note_exchange(c10::Device device);
  /// Whether the device is done with all of them. Thread: any.
  bool is_idle() const;
  uint64_t exchanges() const;

 private:
  mutable std::mutex mutex_;
  std::optional<c10::Event> behind_;  ///< the newest exchange, on the stream that waits for it
  uint64_t exchanges_ = 0;
};

/// A process's connections, one for all groups of the same members: an NCCL communicator takes memory of each
/// card. Thread: the one that computes, but where it says any.
class Communicators {
 public:
  using Made = std::shared_ptr<Connection>;
  /// The connection between these ranks. @param make  called for the first group with these members
  Made of(const std::vector<int64_t>& members, const std::function<Made()>& make);
  /// The numbers of members of those that tensors have gone through.
  std::vector<int64_t> used_sizes() const;
  /// Whether the device is done with all exchanges. Thread: any.
  bool are_idle() const;
  /// How many exchanges by NCCL have begun. Thread: any.
  uint64_t exchanges() const;
  /// Ends what the device waits for: nothing comes from the others any more. The first call returns when NCCL
  /// has ended it, or after ten seconds; others wait for the first. Thread: any.
  void abort();
  /// At the end of all work, together with the other ranks.
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
