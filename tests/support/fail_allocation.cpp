// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <fstream>

#include <unistd.h>

/// For LD_PRELOAD: makes a thread's allocation number FW_FAIL_ALLOCATION fail, counting those large enough
/// for a tensor. With FW_HANG it creates the file of that name instead and never returns.
extern "C" __attribute__((visibility("default"))) int posix_memalign(void** place, size_t alignment,
                                                                     size_t size) noexcept {
  using Allocate = int (*)(void**, size_t, size_t);
  static const auto allocate = reinterpret_cast<Allocate>(::dlsym(RTLD_NEXT, "posix_memalign"));
  static const char* const number = std::getenv("FW_FAIL_ALLOCATION");
  static const long failing = number ? std::atol(number) : 0;
  constexpr size_t smallest = 256;
  thread_local long made = 0;
  if (size < smallest || ++made != failing) return allocate(place, alignment, size);
  const char* const file = std::getenv("FW_HANG");
  if (file == nullptr) return ENOMEM;
  std::ofstream(file) << "hangs";
  while (true) ::pause();
}
