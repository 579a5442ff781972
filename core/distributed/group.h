// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "launch/mesh_shape.h"

namespace c10d {
class Work;
}

namespace fw::distributed {

class Ranks;
struct Connection;

/// A collective operation of a rank.
struct Call {
  std::string group;    ///< all of its members make the call
  uint64_t number = 0;  ///< counted within the group
  std::string what;     ///< the same on all members
};

/// Some or all of the ranks, as a group with its own operations. All members must make the same calls in the
/// same order; waits and faults are as in Ranks. Thread: the computing thread.
class Group {
 public:
  /// @param ranks       must outlive it
  /// @param name        unique among the groups that a rank belongs to
  /// @param members     their ranks, including this process's
  /// @param connection  null for a group of one
  Group(Ranks& ranks, std::string name, std::vector<int64_t> members, std::shared_ptr<Connection> connection);
  ~Group();
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  int64_t rank() const { return rank_; }  ///< of this process in the group
  int64_t size() const { return static_cast<int64_t>(members_.size()); }

  /// Returns every member's text, by rank.
  std::vector<std::string> gather(const std::string& text) const;
  /// Splits `sent` into one part per member, with `sent_counts` elements each; `received` gets the parts from
  /// the members. Both are flat, contiguous, of one type and on the connected device. With NCCL, here and in
  /// the calls below, the calling thread's current stream waits instead of the host; a fault is thrown by the
  /// next call or by Ranks::settle().
  void exchange(torch::Tensor received, std::span<const int64_t> received_counts, const torch::Tensor& sent,
                std::span<const int64_t> sent_counts) const;
  /// Starts an exchange(), so that this process can compute meanwhile. @return  a function that waits for its
  /// end, to be called on a thread with the same current stream; do not touch either tensor before
  [[nodiscard]] std::function<void()> begin_exchange(torch::Tensor received,
                                                     std::span<const int64_t> received_counts,
                                                     const torch::Tensor& sent,
                                                     std::span<const int64_t> sent_counts) const;
  /// Gathers [n] from each member to [size * n].
  torch::Tensor all_gather(const torch::Tensor& part) const;
  /// Sends member `owner`'s content to all. @param tensor  flat and contiguous
  void broadcast(torch::Tensor tensor, int64_t owner) const;
  /// The first member runs `work`, for any time; the others wait for it.
  void on_first(const std::function<void()>& work) const;
  /// See Ranks::settle().
  void settle() const;
  /// Returns the tensors of member `owner` on every member; the others' arguments are ignored. Undefined
  /// tensors stay undefined. @return  on the connected device
  std::vector<torch::Tensor> from(int64_t owner, const std::vector<torch::Tensor>& tensors) const;

 private:
  friend class Ranks;
  using Start = std::function<c10::intrusive_ptr<c10d::Work>()>;
  Call next(std::string what) const { return {name_, ++calls_, std::move(what)}; }
  /// Waits for an operation on `words`.
  void wait_for(const std::string& what, const Start& start) const;
  /// Starts an operation on `tensors`. @return  waits for it
  std::function<void()> begin(const std::string& what, const Start& start) const;
  std::vector<std::string> gather_now(const std::string& text, const std::string& what) const;
  /// If calls are checked: verifies that all members make this one.
  /// @param sent_counts      per member; empty: not applicable
  /// @param received_counts  per member
  void compare(const std::string& what, std::span<const int64_t> sent_counts = {},
               std::span<const int64_t> received_counts = {}) const;

  std::string wait_for_first() const;
  Error differs(const std::string& call, int64_t other, const std::string& other_call) const;

  Ranks& ranks_;
  const std::string name_;
  const std::vector<int64_t> members_;
  const int64_t rank_;
  const std::shared_ptr<Connection> connection_;
  mutable uint64_t calls_ = 0;
};

/// The groups that this process belongs to; the members of each differ in only one coordinate of the mesh.
struct Mesh {
  launch::MeshShape shape;
  std::shared_ptr<Group> sample;    ///< compute each sample together
  std::shared_ptr<Group> sequence;  ///< share its tokens, in token order
  std::shared_ptr<Group> ulysses, ring, guidance;

  /// Collective. @pre shape.size() is the number of ranks
  static std::shared_ptr<const Mesh> make(Ranks& ranks, const launch::MeshShape& shape);
};

}  // namespace fw::distributed
