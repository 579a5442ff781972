// SPDX-License-Identifier: Apache-2.0
#include "driver_functions.h"

#include <cuda.h>
#include <sys/mman.h>

#include <map>

#include "machine.h"

namespace made_up {

namespace {

constexpr int private_memory = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

struct Pages {
  uint64_t bytes;
  int card;
};

CUresult device_get(CUdevice* device, int number) {
  *device = number;
  return CUDA_SUCCESS;
}
CUresult device_get_attribute(int* value, CUdevice_attribute, CUdevice) {
  *value = 0;
  return CUDA_SUCCESS;
}
CUresult reserve(CUdeviceptr* address, size_t bytes, size_t, CUdeviceptr, unsigned long long) {
  void* const memory = ::mmap(nullptr, bytes, PROT_NONE, private_memory, -1, 0);
  *address = reinterpret_cast<CUdeviceptr>(memory);
  return memory == MAP_FAILED ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}
CUresult free_address(CUdeviceptr address, size_t bytes) {
  ::munmap(reinterpret_cast<void*>(address), bytes);
  return CUDA_SUCCESS;
}
CUresult create(CUmemGenericAllocationHandle* handle, size_t bytes, const CUmemAllocationProp* properties,
                unsigned long long) {
  count("cuMemCreate");
  const int card = properties->location.id;
  open_context(card);
  if (!take(Memory::device, card, bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
  *handle = reinterpret_cast<CUmemGenericAllocationHandle>(new Pages{bytes, card});
  return CUDA_SUCCESS;
}
CUresult release(CUmemGenericAllocationHandle handle) {
  const auto* const pages = reinterpret_cast<Pages*>(handle);
  give(Memory::device, pages->card, pages->bytes);
  delete pages;
  return CUDA_SUCCESS;
}
CUresult map(CUdeviceptr address, size_t bytes, size_t, CUmemGenericAllocationHandle handle,
             unsigned long long) {
  void* const memory = reinterpret_cast<void*>(address);
  ::mmap(memory, bytes, PROT_READ | PROT_WRITE, MAP_FIXED | private_memory, -1, 0);
  remember(memory, {bytes, Memory::device, reinterpret_cast<Pages*>(handle)->card});
  return CUDA_SUCCESS;
}
CUresult unmap(CUdeviceptr address, size_t bytes) {
  void* const memory = reinterpret_cast<void*>(address);
  forget(memory, bytes);
  ::mmap(memory, bytes, PROT_NONE, MAP_FIXED | private_memory, -1, 0);
  return CUDA_SUCCESS;
}
CUresult set_access(CUdeviceptr, size_t, const CUmemAccessDesc*, size_t) {
  return CUDA_SUCCESS;
}
CUresult granularity(size_t* bytes, const CUmemAllocationProp*, CUmemAllocationGranularity_flags) {
  *bytes = 2 << 20;
  return CUDA_SUCCESS;
}
CUresult error_string(CUresult, const char** text) {
  *text = "error of the made-up driver";
  return CUDA_SUCCESS;
}
CUresult set_values(CUdeviceptr, unsigned, size_t, CUstream) {
  return CUDA_SUCCESS;
}
CUresult unsupported() {
  return CUDA_ERROR_NOT_SUPPORTED;
}

template <class Function>
void* address_of(Function* function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

void* driver_function(std::string_view name) {
  static const std::map<std::string_view, void*> known{
      {"cuDeviceGet", address_of(device_get)},
      {"cuDeviceGetAttribute", address_of(device_get_attribute)},
      {"cuMemAddressReserve", address_of(reserve)},
      {"cuMemAddressFree", address_of(free_address)},
      {"cuMemCreate", address_of(create)},
      {"cuMemRelease", address_of(release)},
      {"cuMemMap", address_of(map)},
      {"cuMemUnmap", address_of(unmap)},
      {"cuMemSetAccess", address_of(set_access)},
      {"cuMemGetAllocationGranularity", address_of(granularity)},
      {"cuGetErrorString", address_of(error_string)},
      {"cuMemsetD32Async", address_of(set_values)},
  };
  const auto found = known.find(name);
  return found != known.end() ? found->second : address_of(unsupported);
}

}  // namespace made_up
