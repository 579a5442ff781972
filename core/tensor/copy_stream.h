// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Event.h>
#include <torch/types.h>

#include <functional>
#include <optional>

namespace fw::tensor {

/// A point in a stream's work that another stream or the host can wait for. Empty without streams: calls on
/// the CPU are complete when they return, and those on the meta device do nothing.
class Event {
 public:
  Event() = default;
  /// Blocks the calling thread until the stream has reached this point.
  void wait_on_host() const;

 private:
  friend class CopyStream;
  friend Event computation(torch::Device device);
  explicit Event(std::optional<c10::Event> event) : event_(std::move(event)) {}
  std::optional<c10::Event> event_;
};

/// Event after all work enqueued so far on the calling thread's current stream of the device.
Event computation(torch::Device device);

/// True if a copy from `x` to `device` does not block the host. In a dry run, true for results of
/// page_locked().
bool is_page_locked(const torch::Tensor& x, torch::Device device);

/// Copies `x`, a host tensor, into contiguous memory for copies, see allocate_for_copies(). Returns `x`
/// itself if the CPU computes. In a dry run the memory is counted but shared with `x`. Thread: any.
torch::Tensor page_locked(const torch::Tensor& x, torch::Device device);

/// Copies `x` to `device` through page-locked memory, without blocking the host.
torch::Tensor upload(const torch::Tensor& x, torch::Device device);

/// An asynchronous copy to the host, after all work enqueued so far on the calling thread's current stream.
class ReadBack {
 public:
  /// @param x  contiguous
  explicit ReadBack(const torch::Tensor& x);
  /// Waits for the copy and returns the values.
  const torch::Tensor& wait() const;

 private:
  torch::Tensor values_;  ///< for values of a device, in memory for copies
  Event arrived_;
};

/// A stream for copies that overlap with the computation on the calling thread's current stream. The two are
/// only ordered by explicit waits. Thread: one at a time.
class CopyStream {
 public:
  explicit CopyStream(torch::Device device);
  /// Waits for its copies, so that their memory may be freed afterwards.
  ~CopyStream();
  CopyStream(const CopyStream&) = delete;
  CopyStream& operator=(const CopyStream&) = delete;

  /// Event after all work enqueued so far on the computation stream.
  Event computation() const;
  /// Event after all work enqueued so far on this stream.
  Event now() const;
  /// Later copies on this stream start after `event`.
  void wait_for(const Event& event);
  /// Later work on the computation stream starts after `event`.
  void hold_computation_for(const Event& event) const;
  /// Enqueues a copy on this stream; blocks if the host memory is not page-locked.
  void copy(const torch::Tensor& to, const torch::Tensor& from);
  /// Runs `work` with this stream as the calling thread's current stream.
  void run(const std::function<void()>& work);

 private:
  torch::Device device_;
  std::optional<c10::Stream> stream_;
};

}  // namespace fw::tensor
