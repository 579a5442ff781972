// SPDX-License-Identifier: Apache-2.0
#include "memory/common_weights.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/closed_later.h"
#include "base/host_memory.h"
#include "tensor/libtorch.h"
#include "tensor/page_locked.h"

namespace fw::memory {

namespace {

/// Equal in all processes under the same kernel, and different from those of other kernels.
std::string machine_id() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

/// Creates a file that begins with `mark`. Allocates all its memory now, since a later failure could not be
/// handled.
int make_file(int64_t bytes, const std::string& mark) {
  if (static_cast<uint64_t>(bytes) > host_memory().usable()) return -1;
  const int file = ::memfd_create("framewright-weights", MFD_CLOEXEC);
  if (file >= 0 && ::posix_fallocate(file, 0, bytes) == 0 && ::pwrite(file, mark.data(), mark.size(), 0) > 0)
    return file;
  if (file >= 0) ::close(file);
  return -1;
}

std::string random_mark() {
  std::string mark(32, '\0');
  std::random_device random;
  for (char& each : mark) each = static_cast<char>('a' + random() % 26);
  return mark;
}

/// Opens the same file again. @param flags  of open()
int reopen(int file, int flags) {
  return ::open(("/proc/self/fd/" + std::to_string(file)).c_str(), flags | O_CLOEXEC);
}

torch::Tensor map(int file, int64_t bytes, torch::Device device) {
  if (file < 0) return {};
  const auto size = static_cast<size_t>(bytes);
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return {};
  try {
    return tensor::own_mapping(memory, size, device);
  } catch (const c10::Error&) {  // the system refuses to lock that much
    return {};
  }
}

}  // namespace

int open_marked_file(const std::string& path, const std::string& mark) {
  // O_PATH does not touch the file: a foreign pipe or device must not even be opened for reading.
  const ClosedLater found(::open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  if (::fstat(found.descriptor(), &status) != 0 || !S_ISREG(status.st_mode)) return -1;
  const ClosedLater read_only(reopen(found.descriptor(), O_RDONLY));
  std::string begin(mark.size(), '\0');
  const ssize_t length = ::pread(read_only.descriptor(), begin.data(), begin.size(), 0);
  if (length != std::ssize(mark) || begin != mark) return -1;
  return reopen(found.descriptor(), O_RDWR);
}

CommonWeights CommonWeights::create(distributed::Ranks& ranks, int64_t bytes, torch::Device device) {
  const std::vector<std::string> machines = ranks.gather(machine_id());
  std::vector<int64_t> members;
  for (size_t rank = 0; rank < machines.size(); ++rank)
    if (machines[rank] == machines[static_cast<size_t>(ranks.rank)])
      members.push_back(static_cast<int64_t>(rank));
  CommonWeights common{.machine = ranks.group("machine " + std::to_string(members.front()), members)};
  if (members.size() == 1 || bytes == 0) return common;
  const distributed::Group& machine = *common.machine;
  const std::string mark = machine.gather(random_mark()).front();
  const ClosedLater made(machine.rank() == 0 ? make_file(bytes, mark) : -1);
  // Other processes can open the file under /proc while this one keeps it open. A rank in another container
  // may find another process's file under this path.
  const std::string name = "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(made.descriptor());
  const std::string path = machine.gather(made.descriptor() < 0 ? "" : name).front();
  const ClosedLater opened(path.empty() || machine.rank() == 0 ? -1 : open_marked_file(path, mark));
  torch::Tensor mapped = map(machine.rank() == 0 ? made.descriptor() : opened.descriptor(), bytes, device);
  const std::vector<std::string> have = machine.gather(mapped.defined() ? "yes" : "no");
  if (std::ranges::count(have, "yes") == machine.size()) common.bytes = std::move(mapped);
  return common;
}

}  // namespace fw::memory
