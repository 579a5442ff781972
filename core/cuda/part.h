// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/util/intrusive_ptr.h>

#include <cstdint>
#include <string>
#include <tuple>

#include "kernels/activations.h"
#include "kernels/adam.h"
#include "kernels/int8_attention.h"
#include "kernels/losses.h"
#include "kernels/low_bit.h"
#include "kernels/norms.h"

namespace c10d {
class Backend;
class Store;
}  // namespace c10d

/// Code that needs CUDA's libraries is in a separate library, libframewright-cuda, which the engine opens if
/// the computer has an NVIDIA driver. Otherwise only the CPU is used, which saves the 230 MB and tenths of a
/// second that loading CUDA's libraries takes. One engine serves both variants of LibTorch.
namespace fw::cuda {

inline constexpr const char* version = "13.0";
/// The oldest Linux driver that supports it. Source: CUDA 13.0's release notes, toolkit driver versions.
inline constexpr const char* minimum_driver = "580.65.06";

/// The lowest compute capability, times ten, in LibTorch's wheel, which has only machine code and no PTX.
inline constexpr int minimum_capability = 75;

/// A GPU as described by its driver. Reading it opens no context on the GPU.
struct CardProperties {
  std::string name;
  int major = 0, minor = 0;  ///< of the compute capability
  uint64_t total_bytes = 0;
  std::string bus_id;  ///< "0000:01:00.0", in NVML's format

  std::string capability() const { return std::to_string(major) + "." + std::to_string(minor); }
  bool is_supported() const { return major * 10 + minor >= minimum_capability; }
};

template <class Arguments>
using OnCard = void (*)(const Arguments&, int card);

/// The functions of libframewright-cuda. Kernels run on the GPU's current stream, in order with LibTorch's.
/// @throws c10::Error with CUDA's message. Thread: any.
struct Part {
  /// @return  false if the GPU does not answer
  bool (*properties)(int card, CardProperties& properties);
  /// @return  false if the system refused it
  bool (*lock_pages)(void* memory, size_t bytes, int card);
  void (*unlock_pages)(void* memory);
  void (*adam)(const kernels::AdamTensors&, const kernels::AdamScalars&, int card);
  void (*dequantise)(const kernels::LowBitMatrix&, kernels::ValueType, void* values, int card);
  std::tuple<OnCard<kernels::NormForward>, OnCard<kernels::NormBackward>, OnCard<kernels::NormSums>,
             OnCard<kernels::RotateForward>, OnCard<kernels::RotateBackward>>
      norms;
  std::tuple<OnCard<kernels::ActivationForward>, OnCard<kernels::ActivationBackward>> activations;
  std::tuple<OnCard<kernels::LossForward>, OnCard<kernels::LossBackward>> losses;
  std::tuple<OnCard<kernels::Int8Rows>, OnCard<kernels::Int8Attention>> int8_attention;
  c10::intrusive_ptr<c10d::Backend> (*make_nccl)(const c10::intrusive_ptr<c10d::Store>&, int64_t rank,
                                                 int64_t size);
  std::string (*recent_nccl_calls)();
};

/// True if this program was built for NVIDIA GPUs, or its user has installed LibTorch for them.
bool is_installed();

/// The library's functions, or nullptr without it or without a driver. It is opened with the engine, before
/// LibTorch enumerates its devices: LibTorch looks for CUDA only once.
const Part* part();
/// For code with a tensor on a GPU, where the library must be loaded. @throws c10::Error otherwise
const Part& loaded_part();

/// @throws fw::Error cuda.broken if both library and driver exist, but it could not be opened
void check();

/// The only function that libframewright-cuda exports. @param size  of Part; returns null for another version
using PartOf = const Part*(size_t size);
inline constexpr const char* part_symbol = "framewright_cuda_part";

/// Opens the library even without a driver, for a test.
/// @return  its functions, or nullptr and the reason
const Part* open_part(std::string& reason);

}  // namespace fw::cuda
