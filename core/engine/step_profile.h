// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/autograd/profiler_kineto.h>
#include <torch/types.h>

#include <chrono>
#include <filesystem>
#include <memory>

#include "engine_api/profile.h"

namespace fw::engine {

/// Records all operators of the calling thread and of its backward passes, and all kernels on a GPU, with
/// PyTorch's profiler (Kineto), from construction to end(). Thread: construct and end on the computing
/// thread.
class StepProfile {
 public:
  explicit StepProfile(torch::Device device);
  ~StepProfile();
  StepProfile(const StepProfile&) = delete;
  /// @param steps  number of recorded steps
  /// @param trace  output file, if not empty; Kineto does not report write failures
  engine_api::ProfileReport end(int64_t steps, const std::filesystem::path& trace);

 private:
  std::unique_ptr<torch::autograd::profiler::ProfilerResult> stop();

  torch::Device device_;
  bool is_recording_ = true;
  int log_level_;  ///< of LibTorch, which would warn about each tensor older than the recording
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace fw::engine
