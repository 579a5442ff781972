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

/// What needs CUDA's libraries is in a library of its own, libframewright-cuda, which is opened with the
/// engine where the computer has an NVIDIA driver. Elsewhere the engine is the CPU's, and the 230 MB and
/// tenths of a second that CUDA's libraries take are saved. One engine serves both flavours of LibTorch.
namespace fw::cuda {

inline constexpr const char* version = "13.0";
/// The oldest Linux driver that runs it. Source: CUDA 13.0's release notes, toolkit driver versions.
inline constexpr const char* minimum_driver = "580.65.06";

/// The oldest compute capability, times ten, in LibTorch's wheel, which has machine code only and lacks PTX.
inline constexpr int minimum_capability = 75;

/// A card as its driver describes it. Reading it opens no context on the card.
struct CardProperties {
  std::string name;
  int major = 0, minor = 0;  ///< of the compute capability
  uint64_t total_bytes = 0;
  std::string bus_id;  ///< "0000:01:00.0", as NVML takes it

  std::string capability() const { return std::to_string(major) + "." + std::to_string(minor); }
  bool is_supported() const { return major * 10 + minor >= minimum_capability; }
};

template <class Arguments>
using OnCard = void (*)(const Arguments&, int card);

/// The functions of libframewright-cuda. Kernels run on the card's current stream, in order with LibTorch's.
/// @throws c10::Error what CUDA says. Thread: any.
struct Part {
  /// @return  false when the card does not answer
  bool (*properties)(int card, CardProperties& properties);
  /// @return  whether the system allowed it
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

/// Whether this program was built, or its user has installed LibTorch, for NVIDIA cards.
bool is_installed();

/// The part, or nullptr without it or without a driver. It is opened when the engine is, before LibTorch is
/// asked for its devices: LibTorch looks for CUDA once.
const Part* part();
/// The same where a tensor is on a card already. @throws c10::Error never there
const Part& loaded_part();

/// @throws fw::Error cuda.broken when there are part and driver, but it could not be opened
void check();

/// The one function libframewright-cuda exports. @param size  of Part: null when it is another version's
using PartOf = const Part*(size_t size);
inline constexpr const char* part_symbol = "framewright_cuda_part";

/// Opens the part whether there is a driver or not, for a test.
/// @return  it, or nullptr and the reason
const Part* open_part(std::string& reason);

}  // namespace fw::cuda
