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
  std::string group;    ///< whose members all make it
  uint64_t number = 0;  ///< of this group
  std::string what;     ///< the same at all of them
};

/// Some of the ranks, or all of them, as a group that has its operations for itself. All its members make the
/// same calls in the same order; waits and faults are those of Ranks. Thread: the one that computes.
class Group {
 public:
  /// @param ranks       must outlive it
  /// @param name        of this group alone among those that a rank belongs to
  /// @param members     their ranks, this process's among them
  /// @param connection  null for a group of one
  Group(Ranks& ranks, std::string name, std::vector<int64_t> members, std::shared_ptr<Connection> connection);
  ~Group();
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  int64_t rank() const { return rank_; }  ///< of this process in the group
  int64_t size() const { return static_cast<int64_t>(members_.size()); }

  /// Every member's text, by rank.
  std::vector<std::string> gather(const std::string& text) const;
  /// `sent` falls into one part a member, in their order, of so many elements; `received` is what the members
  /// have for this one. Both are flat, contiguous, of one type and on the device that Ranks has connected.
  /// With NCCL, as for the calls below, the calling thread's current stream waits and the host does not: a
  /// fault is thrown by the next call or by Ranks::settle().
  void exchange(torch::Tensor received, std::span<const int64_t> received_counts, const torch::Tensor& sent,
                std::span<const int64_t> sent_counts) const;
  /// Begins the same, so that this process can compute meanwhile. @return  waits for its end, as any call
  /// does, on a thread with the same current stream; neither tensor may be touched before
  [[nodiscard]] std::function<void()> begin_exchange(torch::Tensor received,
                                                     std::span<const int64_t> received_counts,
                                                     const torch::Tensor& sent,
                                                     std::span<const int64_t> sent_counts) const;
  /// [size * n] from [n] of each member.
  torch::Tensor all_gather(const torch::Tensor& part) const;
  /// What member `owner` has in it, to all. @param tensor  flat and contiguous
  void broadcast(torch::Tensor tensor, int64_t owner) const;
  /// The first member does `work`, however long it takes; the others wait for it to be done.
  void on_first(const std::function<void()>& work) const;
  /// See Ranks::settle().
  void settle() const;
  /// The tensors that member `owner` has, on every member; those of the others are not looked at. Undefined
  /// ones stay so. @return  on the device that Ranks has connected
  std::vector<torch::Tensor> from(int64_t owner, const std::vector<torch::Tensor>& tensors) const;

 private:
  friend class Ranks;
  using Start = std::function<c10::intrusive_ptr<c10d::Work>()>;
  Call next(std::string what) const { return {name_, ++calls_, std::move(what)}; }
  /// Waits for an operation of `words`.
  void wait_for(const std::string& what, const Start& start) const;
  /// Begins an operation of `tensors`. @return  waits for it
  std::function<void()> begin(const std::string& what, const Start& start) const;
  std::vector<std::string> gather_now(const std::string& text, const std::string& what) const;
  /// Where calls are checked: that all members make this one.
  /// @param sent_counts      for each of them; empty: the call has none
  /// @param received_counts  from each of them
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

/// The groups that this process belongs to: those that differ from it in one coordinate of the mesh alone.
struct Mesh {
  launch::MeshShape shape;
  std::shared_ptr<Group> sample;    ///< that compute each sample together
  std::shared_ptr<Group> sequence;  ///< that share its tokens, in the tokens' order
  std::shared_ptr<Group> ulysses, ring, guidance;

  /// All ranks at once. @pre shape.size() is the number of ranks
  static std::shared_ptr<const Mesh> make(Ranks& ranks, const launch::MeshShape& shape);
};

}  // namespace fw::distributed
