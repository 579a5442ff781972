// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

/// For LD_PRELOAD: delays the first fsync() of a file whose path contains FW_SLOW_FSYNC by FW_SLOW_FSYNC_S
/// seconds, as network storage may.
extern "C" __attribute__((visibility("default"))) int fsync(int file) {
  using Sync = int (*)(int);
  static const auto sync = reinterpret_cast<Sync>(::dlsym(RTLD_NEXT, "fsync"));
  static const char* const slow = std::getenv("FW_SLOW_FSYNC");
  static std::atomic<bool> was_slow = false;
  char path[4096]{};
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  if (slow && ::readlink(link.c_str(), path, sizeof path - 1) > 0 && std::strstr(path, slow) != nullptr &&
      !was_slow.exchange(true))
    ::sleep(static_cast<unsigned>(std::atoi(std::getenv("FW_SLOW_FSYNC_S"))));
  return sync(file);
}
