// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

/// A machine with simulated NVIDIA cards, for the programs as shipped. Preloaded libraries (LD_PRELOAD)
/// replace CUDA's runtime and driver, cuBLAS, cuDNN and NCCL; LibTorch's own CUDA libraries run over them.
/// Device memory is host memory, kernels compute nothing by default, calls and launches are checked and
/// counted.
///
/// Environment variables, with their defaults:
///   MADE_UP_CARDS           number of cards, 1
///   MADE_UP_CAPABILITY      "8.9"
///   MADE_UP_NAME            "NVIDIA GeForce RTX 4090"
///   MADE_UP_GIB             memory of a card, 23.64
///   MADE_UP_CONTEXT_MIB     memory of a process's context on the card, 400
///   MADE_UP_PAGE_LOCK_MIB   limit of page-locked memory, unlimited
///   MADE_UP_CUDNN_PLANS     0: cuDNN lacks plans for attention; "forward": only for its backward pass
///   MADE_UP_NVML            0: the driver comes without NVML
///   MADE_UP_NCCL_FAILS      1: creating a communicator fails
///   MADE_UP_NCCL_HANGS      1: collectives never complete
///   MADE_UP_KERNELS         library that runs the project's kernels on the host (support/host_lanes); copies
///                           to the host are then real. LibTorch's kernels still compute nothing
///   MADE_UP_REPORT          file that each process appends a line of JSON to when it exits
namespace made_up {

struct Machine {
  int cards;
  int major, minor;
  std::string name;
  uint64_t card_bytes, context_bytes, page_lock_bytes;
  bool has_cudnn_plans, has_backward_plans, has_nvml;
};
/// Thread: any.
const Machine& machine();

enum class Memory { device, page_locked, registered };
struct Range {
  uint64_t bytes;
  Memory kind;
  int card;
};

/// Creates the process's context on the card, as CUDA does on the first call that needs one.
void open_context(int card);
bool has_context(int card);
/// Free memory of the card: without tensors and contexts of this process only.
uint64_t free_bytes(int card);
/// @return  false if the card or the pinning limit is exceeded
bool take(Memory kind, int card, uint64_t bytes);
void give(Memory kind, int card, uint64_t bytes);
/// Records that `memory` is such a range; forget() removes all ranges that begin in it.
void remember(const void* memory, Range range);
void forget(const void* memory, uint64_t bytes);
/// The range that contains `memory`, or an empty one.
Range range_of(const void* memory);

/// Whether work on the cards waits for other processes (nccl.cpp).
bool is_device_busy();
/// Waits for the device, as a synchronising CUDA call does; counts such a wait under `call`.
void wait_for_device(const char* call);

/// For the report.
void count(const char* call);
int64_t calls(const char* call);
void count_launch(const char* kernel, int card);
void note_refused_launch(const std::string& launch);

}  // namespace made_up

/// The same for the other libraries, which are linked without C++.
extern "C" void made_up_count(const char* call);
/// How often it was counted, for a test in the same process.
extern "C" int64_t made_up_calls(const char* call);
extern "C" int made_up_has_context(int card);
extern "C" int made_up_has_cudnn_plans();
/// @param is_busy  whether the cards wait for other processes
extern "C" void made_up_set_device_busy(int (*is_busy)());
extern "C" int made_up_has_backward_plans();
