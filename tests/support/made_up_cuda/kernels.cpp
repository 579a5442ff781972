// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace made_up {

namespace {

using Run = int(const char* name, const unsigned* blocks, const unsigned* threads, size_t shared_bytes,
                void** arguments);  // host_lanes_run

Run* open_kernels() {
  const char* const file = std::getenv("MADE_UP_KERNELS");
  if (file == nullptr) return nullptr;
  void* const library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
  void* const run = library == nullptr ? nullptr : ::dlsym(library, "host_lanes_run");
  if (run == nullptr) {
    std::fprintf(stderr, "MADE_UP_KERNELS: %s\n", ::dlerror());
    std::abort();
  }
  return reinterpret_cast<Run*>(run);
}

Run* host_lanes() {
  static Run* const run = open_kernels();
  return run;
}

struct Launch {
  std::mutex mutex;
  std::string kernel;
  int card = -1;
  cudaStream_t stream = nullptr;
};
Launch& last() {
  static auto* const launch = new Launch;
  return *launch;
}

}  // namespace

bool has_kernels() {
  return host_lanes() != nullptr;
}

cudaError_t run_kernel(const std::string& name, dim3 blocks, dim3 threads, size_t shared_bytes,
                       void** arguments) {
  if (!has_kernels() || name.rfind("_ZN2fw7kernels", 0) != 0) return cudaSuccess;
  const unsigned grid[] = {blocks.x, blocks.y, blocks.z}, block[] = {threads.x, threads.y, threads.z};
  const int status = host_lanes()(name.c_str(), grid, block, shared_bytes, arguments);
  if (status >= 0) return static_cast<cudaError_t>(status);
  std::fprintf(stderr, "the host's lanes lack the kernel %s\n", name.c_str());
  return cudaErrorInvalidDeviceFunction;
}

void note_launch(const std::string& name, int card, cudaStream_t stream) {
  const std::scoped_lock lock(last().mutex);
  last().kernel = name;
  last().card = card;
  last().stream = stream;
}

}  // namespace made_up

extern "C" void made_up_last_launch(std::string& kernel, int& card, void*& stream) {
  made_up::Launch& launch = made_up::last();
  const std::scoped_lock lock(launch.mutex);
  kernel = launch.kernel;
  card = launch.card;
  stream = launch.stream;
}
