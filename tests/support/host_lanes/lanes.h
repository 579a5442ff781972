// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <typeinfo>
#include <utility>

/// Runs the project's CUDA kernels on the host, to compare them with the CPU's functions without a GPU. Each
/// thread of a block is a fibre; blocks run one after another. The .cu files are compiled as C++ with the
/// headers in include/, which replace CUDA's and some of core/kernels.
///
/// Finds wrong indices, misaligned loads of several elements (compiled with -fsanitize=alignment), shared
/// memory read before it is written, and barriers or shuffles that some threads never reach. Cannot find
/// races between warps or anything that depends on timing.
namespace fw::host_lanes {

struct Size {
  unsigned x = 1, y = 1, z = 1;
  constexpr Size(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

/// The running thread, for threadIdx, blockIdx, blockDim and gridDim.
struct Place {
  Size thread, block, threads, blocks;
};
extern Place place;

/// The values that a lane shows to the other lanes of its warp.
struct Shown {
  unsigned operation = 0;  ///< must be the same in all lanes
  std::array<std::byte, 24> bytes{};
};
inline constexpr unsigned warp_size = 32, every_lane = 0xffffffffu;

unsigned lane();
/// Waits until all lanes of `mask` are here. @return  their shown values, by lane
const Shown* meet(unsigned mask, const Shown& own);
/// Waits for all threads of the block.
void meet_block();
/// Ends the launch with cudaErrorLaunchFailure.
[[noreturn]] void fail(const char* reason);
/// The block's dynamic shared memory.
char* dynamic_shared();

using Run = void (*)(void** arguments);
/// @param type_name  of Named<kernel>
bool add_kernel(const char* type_name, Run run);
template <auto kernel>
struct Named {};

template <class... Parameters, size_t... i>
void call(void (*kernel)(Parameters...), void** arguments, std::index_sequence<i...>) {
  kernel(*static_cast<Parameters*>(arguments[i])...);
}
template <auto kernel, class... Parameters>
void run(void** arguments, void (*)(Parameters...)) {
  call(kernel, arguments, std::index_sequence_for<Parameters...>());
}
template <auto kernel>
void run_kernel(void** arguments) {
  run<kernel>(arguments, kernel);
}
/// Kernels are registered by name at program start.
template <auto kernel>
inline const bool is_known = add_kernel(typeid(Named<kernel>).name(), run_kernel<kernel>);

/// @return  a cudaError_t: invalid configuration outside CUDA's limits, launch failure after fail()
int launch(Run run, Size blocks, Size threads, size_t shared_bytes, void** arguments);

template <auto kernel, class... Parameters>
int launch_with(void (*)(Parameters...), Size blocks, Size threads, size_t shared_bytes,
                Parameters... arguments) {
  static_cast<void>(&is_known<kernel>);
  void* all[] = {&arguments...};
  return launch(run_kernel<kernel>, blocks, threads, shared_bytes, all);
}

/// Why the last launch failed.
const char* last_failure();
/// Whether asynchronous copies to shared memory happen when they are waited for, or immediately. A card may
/// do either.
enum class Copies { at_once, late };
extern Copies copies;

}  // namespace fw::host_lanes

/// For the simulated CUDA, which knows kernels by name. @param name  mangled by nvcc
/// @return  a cudaError_t, or -1 for an unknown kernel
extern "C" int host_lanes_run(const char* name, const unsigned* blocks, const unsigned* threads,
                              size_t shared_bytes, void** arguments);
