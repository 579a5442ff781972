// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "driver_functions.h"
#include "kernels.h"
#include "machine.h"

/// CUDA's runtime as LibTorch 2.11 calls it. Work is done when it is queued. Streams and events are in
/// streams.cpp.

using namespace made_up;

namespace {

thread_local int current = 0;
thread_local cudaError_t last_error = cudaSuccess;

cudaError_t fail(cudaError_t error) {
  last_error = error;
  return error;
}

/// A call that is counted and needs a context.
cudaError_t done(const char* call) {
  count(call);
  open_context(current);
  return cudaSuccess;
}

cudaError_t allocate(void** memory, size_t bytes, Memory kind) {
  open_context(current);
  bytes = std::max<size_t>(bytes, 1);
  if (!take(kind, current, bytes)) return fail(cudaErrorMemoryAllocation);
  *memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (*memory == MAP_FAILED) return fail(cudaErrorMemoryAllocation);
  remember(*memory, {bytes, kind, current});
  return cudaSuccess;
}

cudaError_t release(void* memory, Memory kind) {
  if (memory == nullptr) return cudaSuccess;
  wait_for_device("freeing memory");
  const Range range = range_of(memory);
  if (range.bytes == 0 || range.kind != kind) return fail(cudaErrorInvalidValue);
  forget(memory, 1);
  give(kind, range.card, range.bytes);
  if (kind != Memory::registered) ::munmap(memory, range.bytes);
  return cudaSuccess;
}

bool is_on_a_card(const void* memory) {
  const Range range = range_of(memory);
  return range.bytes > 0 && range.kind == Memory::device;
}

/// Kernels compute nothing, so copies to the host get arbitrary values: 1 in bfloat16, true as flags.
void copy(void* to, const void* from, size_t bytes) {
  constexpr uint16_t one = 0x3f80;
  if (range_of(to).bytes == 0 || range_of(from).bytes == 0) wait_for_device("a copy");
  if (!has_kernels() && !is_on_a_card(to) && is_on_a_card(from))
    std::fill_n(static_cast<unsigned char*>(to), bytes, 1),
        std::fill_n(static_cast<uint16_t*>(to), bytes / 2, one);
  else
    std::memmove(to, from, bytes);
}

const char* kind_of_copy(const void* to, const void* from) {
  const Range a = range_of(to), b = range_of(from);
  if (a.bytes == 0 || b.bytes == 0) return "copy from or to ordinary memory";
  return a.kind == Memory::device && b.kind == Memory::device ? "copy on a card"
                                                              : "copy from or to page-locked memory";
}

struct Kernels {
  std::mutex mutex;
  std::map<const void*, std::string> names;
};
Kernels& kernels() {
  static auto* const all = new Kernels;
  return *all;
}

int shared_memory_limit() {  // of a block; source: CUDA C++ Programming Guide, table of compute capabilities
  const int capability = machine().major * 10 + machine().minor;
  if (capability >= 120 || capability == 89 || capability == 86) return 99 << 10;
  if (capability >= 90) return 227 << 10;
  return capability >= 80 ? 163 << 10 : 64 << 10;
}

cudaError_t launch(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                   cudaStream_t stream) {
  std::string name = "?";
  {
    const std::scoped_lock lock(kernels().mutex);
    if (const auto found = kernels().names.find(kernel); found != kernels().names.end()) name = found->second;
  }
  const bool is_allowed = grid.x > 0 && grid.y > 0 && grid.z > 0 && grid.x <= 2147483647u &&
                          grid.y <= 65535 && grid.z <= 65535 && block.x > 0 && block.y > 0 && block.z > 0 &&
                          block.z <= 64 && uint64_t{block.x} * block.y * block.z <= 1024 &&
                          shared_bytes <= static_cast<size_t>(shared_memory_limit());
  if (!is_allowed) {
    note_refused_launch(name + " grid " + std::to_string(grid.x) + "x" + std::to_string(grid.y) + "x" +
                        std::to_string(grid.z) + " block " + std::to_string(block.x) + "x" +
                        std::to_string(block.y) + "x" + std::to_string(block.z) + " shared " +
                        std::to_string(shared_bytes));
    return fail(cudaErrorInvalidConfiguration);
  }
  count_launch(name.c_str(), current);
  note_launch(name, current, stream);
  const cudaError_t error = run_kernel(name, grid, block, shared_bytes, arguments);
  return error == cudaSuccess ? error : fail(error);
}

struct Configuration {
  dim3 grid, block;
  size_t shared_bytes;
  cudaStream_t stream;
};
thread_local std::vector<Configuration> configurations;

}  // namespace

#define FW_EXPORT extern "C" __attribute__((visibility("default")))

// --- cards

FW_EXPORT cudaError_t cudaGetDeviceCount(int* number) {
  *number = machine().cards;
  return machine().cards > 0 ? cudaSuccess : fail(cudaErrorNoDevice);
}
FW_EXPORT cudaError_t cudaGetDevice(int* card) {
  *card = current;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaSetDevice(int card) {
  if (card < 0 || card >= machine().cards) return fail(cudaErrorInvalidDevice);
  current = card;
  return done("cudaSetDevice");  // since CUDA 12 this creates the context
}
FW_EXPORT cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int card) {
  if (card < 0 || card >= machine().cards) return fail(cudaErrorInvalidDevice);
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "%s", machine().name.c_str());
  properties->totalGlobalMem = machine().card_bytes;
  properties->major = machine().major;
  properties->minor = machine().minor;
  properties->multiProcessorCount = 128;
  properties->sharedMemPerBlock = 48 << 10;
  properties->sharedMemPerBlockOptin = static_cast<size_t>(shared_memory_limit());
  properties->sharedMemPerMultiprocessor = properties->sharedMemPerBlockOptin + 1024;
  properties->regsPerBlock = properties->regsPerMultiprocessor = 65536;
  properties->warpSize = 32;
  properties->maxThreadsPerBlock = 1024;
  properties->maxThreadsPerMultiProcessor = 1536;
  properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = 1024;
  properties->maxThreadsDim[2] = 64;
  properties->maxGridSize[0] = 2147483647;
  properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
  properties->l2CacheSize = 72 << 20;
  properties->concurrentKernels = properties->unifiedAddressing = properties->canMapHostMemory = 1;
  properties->managedMemory = 1;
  properties->maxBlocksPerMultiProcessor = 24;
  properties->pciBusID = card + 1;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int card) {
  cudaDeviceProp properties;
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, card); error != cudaSuccess)
    return error;
  switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor:
      *value = properties.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = properties.minor;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = properties.multiProcessorCount;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = shared_memory_limit();
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = 48 << 10;
      break;
    case cudaDevAttrMaxThreadsPerBlock:
      *value = properties.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = properties.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrWarpSize:
      *value = properties.warpSize;
      break;
    case cudaDevAttrMaxGridDimX:
      *value = properties.maxGridSize[0];
      break;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      *value = properties.maxGridSize[1];
      break;
    case cudaDevAttrL2CacheSize:
      *value = properties.l2CacheSize;
      break;
    default:
      *value = 0;
  }
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int card) {
  std::snprintf(text, static_cast<size_t>(length), "0000:%02x:00.0", card + 1);
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

// --- memory

FW_EXPORT cudaError_t cudaMalloc(void** memory, size_t bytes) {
  count("cudaMalloc");
  return allocate(memory, bytes, Memory::device);
}
FW_EXPORT cudaError_t cudaMallocAsync(void** memory, size_t bytes, cudaStream_t) {
  return cudaMalloc(memory, bytes);
}
FW_EXPORT cudaError_t cudaFree(void* memory) {
  count("cudaFree");
  return release(memory, Memory::device);
}
FW_EXPORT cudaError_t cudaFreeAsync(void* memory, cudaStream_t) {
  return cudaFree(memory);
}
FW_EXPORT cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned) {
  count("cudaHostAlloc");
  return allocate(memory, bytes, Memory::page_locked);
}
FW_EXPORT cudaError_t cudaFreeHost(void* memory) {
  return release(memory, Memory::page_locked);
}
FW_EXPORT cudaError_t cudaHostRegister(void* memory, size_t bytes, unsigned) {
  static_cast<void>(done("cudaHostRegister"));
  if (!take(Memory::registered, current, bytes)) return fail(cudaErrorMemoryAllocation);
  remember(memory, {bytes, Memory::registered, current});
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaHostUnregister(void* memory) {
  const Range range = range_of(memory);
  if (range.bytes == 0 || range.kind != Memory::registered) return fail(cudaErrorHostMemoryNotRegistered);
  return release(memory, Memory::registered);
}
FW_EXPORT cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  static_cast<void>(done("cudaMemGetInfo"));
  *free = free_bytes(current);
  *total = machine().card_bytes;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* memory) {
  *attributes = {};
  const Range range = range_of(memory);
  attributes->type = range.bytes == 0               ? cudaMemoryTypeUnregistered
                     : range.kind == Memory::device ? cudaMemoryTypeDevice
                                                    : cudaMemoryTypeHost;
  attributes->device = range.card;
  attributes->devicePointer = attributes->hostPointer = const_cast<void*>(memory);
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind,
                                      cudaStream_t) {
  copy(to, from, bytes);
  return done(kind_of_copy(to, from));
}
FW_EXPORT cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) {
  copy(to, from, bytes);
  return done("cudaMemcpy");
}
FW_EXPORT cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t) {
  copy(to, from, bytes);
  return done("copy between cards");
}
FW_EXPORT cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                        size_t width, size_t height, cudaMemcpyKind, cudaStream_t) {
  for (size_t row = 0; row < height; ++row)
    copy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
  return done(kind_of_copy(to, from));
}
FW_EXPORT cudaError_t cudaMemsetAsync(void* memory, int value, size_t bytes, cudaStream_t) {
  std::memset(memory, value, bytes);
  return done("cudaMemsetAsync");
}
FW_EXPORT cudaError_t cudaMemset(void* memory, int value, size_t bytes) {
  return cudaMemsetAsync(memory, value, bytes, nullptr);
}

// --- errors

FW_EXPORT cudaError_t cudaGetLastError() {
  return std::exchange(last_error, cudaSuccess);
}
FW_EXPORT cudaError_t cudaPeekAtLastError() {
  return last_error;
}
FW_EXPORT const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "no error";
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInvalidConfiguration:
      return "invalid configuration argument";
    case cudaErrorNoDevice:
      return "no CUDA-capable device is detected";
    default:
      return "error of the made-up CUDA";
  }
}
FW_EXPORT const char* cudaGetErrorName(cudaError_t error) {
  return error == cudaErrorMemoryAllocation ? "cudaErrorMemoryAllocation" : "cudaErrorMadeUp";
}

// --- kernels

FW_EXPORT cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
  *attributes = {};
  attributes->maxThreadsPerBlock = 1024;
  attributes->numRegs = 64;
  attributes->binaryVersion = attributes->ptxVersion = machine().major * 10 + machine().minor;
  attributes->maxDynamicSharedSizeBytes = shared_memory_limit();
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute attribute, int value) {
  const bool is_too_much =
      attribute == cudaFuncAttributeMaxDynamicSharedMemorySize && value > shared_memory_limit();
  return is_too_much ? fail(cudaErrorInvalidValue) : cudaSuccess;
}
FW_EXPORT cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void*, int,
                                                                             size_t, unsigned) {
  *blocks = 2;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int, size_t) {
  *blocks = 2;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                       size_t bytes, cudaStream_t stream) {
  return launch(kernel, grid, block, arguments, bytes, stream);
}
FW_EXPORT cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                                  size_t bytes, cudaStream_t stream) {
  return launch(kernel, grid, block, arguments, bytes, stream);
}
FW_EXPORT cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                          void** arguments) {
  return launch(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                config->stream);
}
FW_EXPORT cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}
FW_EXPORT cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                         size_t bytes, cudaStream_t stream) {
  return launch(kernel, grid, block, arguments, bytes, stream);
}
FW_EXPORT unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes, void* stream) {
  configurations.push_back({grid, block, bytes, static_cast<cudaStream_t>(stream)});
  return 0;
}
FW_EXPORT cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* bytes, void* stream) {
  const Configuration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid;
  *block = last.block;
  *bytes = last.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  return cudaSuccess;
}
FW_EXPORT void** __cudaRegisterFatBinary(void*) {
  static std::atomic<uintptr_t> number{0};
  return reinterpret_cast<void**>(++number);
}
FW_EXPORT void __cudaRegisterFatBinaryEnd(void**) {}
FW_EXPORT void __cudaUnregisterFatBinary(void**) {}
FW_EXPORT char __cudaInitModule(void**) {
  return 1;
}
FW_EXPORT void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}
FW_EXPORT void __cudaRegisterFunction(void**, const char* host, char*, const char* name, int, void*, void*,
                                      dim3*, dim3*, int*) {
  const std::scoped_lock lock(kernels().mutex);
  kernels().names[host] = name;
}

FW_EXPORT cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned,
                                                       unsigned long long,
                                                       cudaDriverEntryPointQueryResult* result) {
  *function = driver_function(name);
  if (result != nullptr) *result = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}
