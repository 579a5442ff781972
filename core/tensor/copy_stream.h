// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Event.h>
#include <torch/types.h>

#include <functional>
#include <optional>

namespace fw::tensor {

/// A point in a stream's work that another stream or the host can wait for. Empty where there are no streams:
/// the CPU has done its work when the call returns, and the meta device does none.
class Event {
 public:
  Event() = default;
  /// Blocks the calling thread until the stream has come here.
  void wait_on_host() const;

 private:
  friend class CopyStream;
  friend Event computation(torch::Device device);
  explicit Event(std::optional<c10::Event> event) : event_(std::move(event)) {}
  std::optional<c10::Event> event_;
};

/// What the calling thread's current stream of the device has been given so far.
Event computation(torch::Device device);

/// Host memory from which a copy to `device` needs no wait of the host. In a dry run what page_locked() made.
bool is_page_locked(const torch::Tensor& x, torch::Device device);

/// `x`, of the host, in contiguous memory for copies (allocate_for_copies()); where the host is what
/// computes, as it is. In a dry run the memory is counted, and taken from `x`. Thread: any.
torch::Tensor page_locked(const torch::Tensor& x, torch::Device device);

/// `x` on `device`, through page-locked memory: the host does not wait for the copy.
torch::Tensor upload(const torch::Tensor& x, torch::Device device);

/// Values on their way to the host, behind what the calling thread's current stream has been given so far.
class ReadBack {
 public:
  /// @param x  contiguous
  explicit ReadBack(const torch::Tensor& x);
  /// The values. Waits for them.
  const torch::Tensor& wait() const;

 private:
  torch::Tensor values_;  ///< of a device in memory for copies
  Event arrived_;
};

/// A stream of copies that runs beside the computation, which is the calling thread's current stream.
/// Nothing here orders the two but the waits that the caller asks for. Thread: one at a time.
class CopyStream {
 public:
  explicit CopyStream(torch::Device device);
  /// Waits for its copies: what they read and write may be freed after that.
  ~CopyStream();
  CopyStream(const CopyStream&) = delete;
  CopyStream& operator=(const CopyStream&) = delete;

  /// What the computation has been given so far.
  Event computation() const;
  /// What this stream has been given so far.
  Event now() const;
  /// Copies given to this stream from now on start after `event`.
  void wait_for(const Event& event);
  /// Work given to the computation from now on starts after `event`.
  void hold_computation_for(const Event& event) const;
  /// A copy on this stream; host memory that is not page-locked is copied before the call returns.
  void copy(const torch::Tensor& to, const torch::Tensor& from);
  /// Does `work` with this stream as the calling thread's current one.
  void run(const std::function<void()>& work);

 private:
  torch::Device device_;
  std::optional<c10::Stream> stream_;
};

}  // namespace fw::tensor
