// SPDX-License-Identifier: Apache-2.0
#include "engine/torch_guard.h"

#include <torch/types.h>

#include <string>

#ifdef FW_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#endif

#include "base/units.h"

namespace fw::engine {

namespace {

constexpr ErrorCode out_of_memory{"engine.out_of_memory",
                                  FW_TEXT("errors", "The device ran out of memory: {what} (peak {peak})."),
                                  FW_TEXT("errors", "Choose a smaller size or batch, or an offload mode.")};
constexpr ErrorCode cuda_failed{"engine.cuda_failed", FW_TEXT("errors", "The GPU reported an error: {what}."),
                                FW_TEXT("errors",
                                        "It cannot be used again before Framewright is started anew; a run "
                                        "resumes from its newest checkpoint.")};
constexpr ErrorCode torch_failed{
    "engine.torch_failed", FW_TEXT("errors", "LibTorch reported an error: {what}."),
    FW_TEXT("errors", "This is a mistake in Framewright: please report it with the log file.")};

std::string first_line(const char* text) {
  const std::string whole(text);
  return whole.substr(0, whole.find('\n'));
}

std::string peak_memory() {
#ifdef FW_CUDA
  if (c10::cuda::device_count() > 0) {
    const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(c10::cuda::current_device());
    const auto aggregate = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    return format_bytes(static_cast<uint64_t>(stats.allocated_bytes[aggregate].peak));
  }
#endif
  return "?";
}

/// LibTorch keeps freed device memory for its next tensor; another program may need it before that.
void give_back_device_memory() noexcept {
#ifdef FW_CUDA
  try {
    if (c10::cuda::device_count() > 0) c10::cuda::CUDACachingAllocator::emptyCache();
  } catch (const std::exception&) {
    // A device that failed has nothing to give back; the job's own fault says so.
  }
#endif
}

}  // namespace

void with_torch_errors(const std::function<void()>& work) {
  try {
    work();
  } catch (const c10::OutOfMemoryError& error) {
    throw Error(out_of_memory,
                {{"what", first_line(error.what_without_backtrace())}, {"peak", peak_memory()}});
#ifdef FW_CUDA
  } catch (const c10::AcceleratorError& error) {
    throw Error(cuda_failed, {{"what", first_line(error.what_without_backtrace())}});
#endif
  } catch (const c10::Error& error) {
    const std::string what = first_line(error.what_without_backtrace());
    // The CPU allocator has no exception type of its own.
    if (what.find("DefaultCPUAllocator: can't allocate memory") != std::string::npos ||
        what.find("DefaultCPUAllocator: not enough memory") != std::string::npos) {
      throw Error(out_of_memory, {{"what", what}, {"peak", peak_memory()}});
    }
    throw Error(torch_failed, {{"what", what}});
  }
}

engine_api::Outcome run_torch_guarded(const std::function<engine_api::Outcome()>& work) noexcept {
  const auto outcome = engine_api::run_guarded([&] {
    engine_api::Outcome outcome;
    with_torch_errors([&] { outcome = work(); });
    return outcome;
  });
  give_back_device_memory();
  return outcome;
}

}  // namespace fw::engine
