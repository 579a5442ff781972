// SPDX-License-Identifier: Apache-2.0
#include "tensor/torch_errors.h"

#include <torch/types.h>

#include <fstream>
#include <string>

#ifdef FW_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#endif

#include "base/error.h"
#include "base/units.h"
#include "tensor/placement.h"

namespace fw::tensor {

namespace {

constexpr ErrorCode cuda_failed{"engine.cuda_failed", FW_TEXT("errors", "The GPU reported an error: {what}."),
                                FW_TEXT("errors",
                                        "It cannot be used until you restart Framewright. Runs resume from "
                                        "their newest checkpoint, if they have one.")};
constexpr ErrorCode torch_failed{
    "engine.torch_failed", FW_TEXT("errors", "LibTorch reported an error: {what}."),
    FW_TEXT("errors", "This is a bug in Framewright: please report it with the log file.")};

std::string first_line(const char* text) {
  const std::string whole(text);
  return whole.substr(0, whole.find('\n'));
}

const char* name_of(Phase phase) {
  switch (phase) {
    case Phase::none:
      return "preparation";
    case Phase::loading:
      return "loading";
    case Phase::text_encoding:
      return "text encoding";
    case Phase::video_encoding:
      return "video encoding";
    case Phase::denoising:
      return "denoising";
    case Phase::decoding:
      return "decoding";
    case Phase::forward:
      return "the forward pass";
    case Phase::backward:
      return "the backward pass";
    case Phase::optimizer_step:
      return "the optimizer's step";
  }
  return "";
}

/// Of the device's tensors; without one, of the whole program.
std::string peak_memory() {
#ifdef FW_CUDA
  if (c10::cuda::device_count() > 0) {
    const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(c10::cuda::current_device());
    const auto aggregate = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    return format_bytes(static_cast<uint64_t>(stats.allocated_bytes[aggregate].peak));
  }
#endif
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return format_bytes(std::stoull(line.substr(6)) * 1024);
  return "?";
}

Error memory_error(const std::string& what) {
  return Error(out_of_memory, {{"phase", name_of(failed_phase())}, {"what", what}, {"peak", peak_memory()}});
}

}  // namespace

bool is_lost_device(const Fault& fault) {
  return fault.code == cuda_failed.code;
}

void with_torch_errors(const std::function<void()>& work) {
  try {
    work();
  } catch (const c10::OutOfMemoryError& error) {
    throw memory_error(first_line(error.what_without_backtrace()));
#ifdef FW_CUDA
  } catch (const c10::AcceleratorError& error) {
    throw Error(cuda_failed, {{"what", first_line(error.what_without_backtrace())}});
#endif
  } catch (const c10::Error& error) {
    const std::string what = first_line(error.what_without_backtrace());
    // The CPU allocator has no exception type of its own.
    if (what.find("DefaultCPUAllocator: can't allocate memory") != std::string::npos ||
        what.find("DefaultCPUAllocator: not enough memory") != std::string::npos) {
      throw memory_error(what);
    }
    throw Error(torch_failed, {{"what", what}});
  }
}

}  // namespace fw::tensor
