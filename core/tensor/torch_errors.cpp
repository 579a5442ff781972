// SPDX-License-Identifier: Apache-2.0
#include "tensor/torch_errors.h"

#include <torch/types.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string>

#include <ATen/DeviceAccelerator.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/util/Exception.h>

#include "base/error.h"
#include "base/units.h"
#include "base/warn.h"
#include "tensor/device.h"
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

/// The first line, without LibTorch's advice on its allocator settings.
std::string first_line(const char* text) {
  const std::string whole(text);
  const std::string line = whole.substr(0, whole.find('\n'));
  return line.substr(0, line.find(" If reserved but unallocated"));
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

/// Peak of the tensors on the devices in use; for a CPU run, that of the whole process.
std::string peak_memory() {
  int64_t peak = 0;
  const auto type = at::accelerator::getAccelerator(/*checked=*/false);
  // An unused allocator does not know its devices yet and throws.
  if (type && c10::getDeviceAllocator(*type)->initialized()) {
    constexpr auto aggregate = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    for (c10::DeviceIndex i = 0; i < at::accelerator::deviceCount(); ++i)
      peak = std::max(peak, at::accelerator::getDeviceStats(i).allocated_bytes[aggregate].peak);
  }
  if (peak > 0) return format_bytes(static_cast<uint64_t>(peak));
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return format_bytes(std::stoull(line.substr(6)) * 1024);
  return "?";
}

/// True if a GPU has less than a tenth of its memory free.
bool is_nearly_full() {
  try {
    for (const torch::Device device : accelerators()) {
      const DeviceMemory memory = device_memory(device);
      if (memory.free < memory.total / 10) return true;
    }
  } catch (const std::exception&) {
    // A device that does not respond has failed for another reason.
  }
  return false;
}

bool contains_any(const std::string& what, std::span<const char* const> names) {
  return std::ranges::any_of(names, [&](const char* name) { return what.find(name) != std::string::npos; });
}

/// Libraries report that memory ran out in many ways.
bool says_out_of_memory(const std::string& what) {
  constexpr std::array names = {
      "DefaultCPUAllocator: can't allocate memory",
      "DefaultCPUAllocator: not enough memory",
      "out of memory",  // CUDA's own calls: lazily loaded kernels, page-locked memory
      "cudaErrorMemoryAllocation",
      "CUBLAS_STATUS_ALLOC_FAILED",
  };
  // A broken driver causes these as well.
  constexpr std::array when_full = {
      "CUBLAS_STATUS_NOT_INITIALIZED",  // its handle needs memory
      "nable to find an engine",        // cuDNN's algorithms need a workspace
      "nable to find a valid cuDNN algorithm",
  };
  return contains_any(what, names) || (contains_any(what, when_full) && is_nearly_full());
}

Error memory_error(const std::string& what) {
  return Error(out_of_memory, {{"phase", name_of(failed_phase())}, {"what", what}, {"peak", peak_memory()}});
}

/// Redirects LibTorch's warnings from the terminal to the log.
class WarningLog : public c10::WarningHandler {
  void process(const c10::Warning& warning) override {
    // An autograd thread lacks a CUDA context until its first product, where LibTorch sets it.
    if (warning.msg().find("no current CUDA context") == std::string::npos)
      log::warn("LibTorch: " + warning.msg());
  }
};

}  // namespace

bool is_lost_device(const Fault& fault) {
  return fault.code == cuda_failed.code;
}

bool is_out_of_memory(const c10::Error& error) {
  return dynamic_cast<const c10::OutOfMemoryError*>(&error) != nullptr ||
         says_out_of_memory(first_line(error.what_without_backtrace()));
}

void with_torch_errors(const std::function<void()>& work) {
  WarningLog warnings;
  const c10::WarningUtils::WarningHandlerGuard guard(&warnings);
  try {
    work();
  } catch (const c10::Error& error) {
    const std::string what = first_line(error.what_without_backtrace());
    if (is_out_of_memory(error)) throw memory_error(what);
    const bool by_device = dynamic_cast<const c10::AcceleratorError*>(&error) != nullptr;
    throw Error(by_device ? cuda_failed : torch_failed, {{"what", what}});
  }
}

}  // namespace fw::tensor
