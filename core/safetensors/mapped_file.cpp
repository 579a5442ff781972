// SPDX-License-Identifier: Apache-2.0
#include "safetensors/mapped_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/paths.h"

namespace fw::safetensors {

namespace {

constexpr ErrorCode changed{
    "safetensors.changed",
    FW_TEXT("errors", "{file} was changed, or could not be read, while it was in use."),
    FW_TEXT("errors",
            "Restore the file and start again. A run goes on from its last checkpoint. To replace a file "
            "that is in use, rename the new one to its name."),
    Blame::input};

/// A mapped range. A signal handler reads the list, so nodes are reused but never freed, and there is no
/// lock.
struct Range {
  std::atomic<uintptr_t> begin = 0, end = 0;
  std::atomic<std::atomic<bool>*> is_lost = nullptr;
  Range* next = nullptr;
};
std::atomic<Range*> ranges = nullptr;
struct sigaction former_action;
uintptr_t page_size = 0;

struct Registry {
  std::mutex mutex;
  std::vector<Range*> unused;
  std::vector<std::weak_ptr<const MappedFile>> files;
};
Registry& registry() {
  static Registry* const made = new Registry;  // must outlive static tensors
  return *made;
}

/// Async-signal-safe. Everything after the first lost page is lost, too: replaces it with one mapping.
void put_zeros(int, siginfo_t* info, void*) {
  const int error = errno;
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  for (Range* range = ranges; range; range = range->next) {
    const uintptr_t end = range->end;
    if (address < range->begin || address >= end) continue;
    const uintptr_t page = address / page_size * page_size;
    if (::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
      break;
    *range->is_lost.load() = true;
    errno = error;
    return;
  }
  ::sigaction(SIGBUS, &former_action, nullptr);  // not ours: repeats the access with the previous handler
}

void watch_signal() {
  page_size = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  struct sigaction action {};
  action.sa_sigaction = put_zeros;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigaction(SIGBUS, &action, &former_action);
}

Range* add_range(uintptr_t begin, uintptr_t end, std::atomic<bool>& is_lost) {
  Registry& known = registry();
  const std::scoped_lock lock(known.mutex);
  Range* range = nullptr;
  if (!known.unused.empty()) {
    range = known.unused.back();
    known.unused.pop_back();
  } else {
    range = new Range;
    range->next = ranges;
    ranges = range;
  }
  range->is_lost = &is_lost;
  range->begin = begin;
  range->end = end;
  return range;
}

void remove_range(Range* range) {
  range->end = 0;
  Registry& known = registry();
  const std::scoped_lock lock(known.mutex);
  known.unused.push_back(range);
}

}  // namespace

MappedFile::MappedFile(std::filesystem::path path) : path_(std::move(path)) {
  // Non-blocking, so that a named pipe can be rejected instead of waiting for a writer.
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ >= 0 && ::fstat(descriptor_, &status_) != 0) {
    const int error = errno;
    ::close(std::exchange(descriptor_, -1));
    errno = error;
  }
}

MappedFile::~MappedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::shared_ptr<std::byte> MappedFile::map(uint64_t position, uint64_t bytes) {
  static std::once_flag watching;
  std::call_once(watching, watch_signal);
  const uint64_t before = position % page_size;  // mappings start at a page
  const uint64_t size = before + bytes;
  void* const start = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor_,
                             static_cast<off_t>(position - before));
  if (start == MAP_FAILED) return nullptr;
  ::madvise(start, size, MADV_WILLNEED);
  const auto begin = reinterpret_cast<uintptr_t>(start);
  Range* const range = add_range(begin, begin + size, is_lost_);
  std::call_once(listed_, [&] {
    const std::scoped_lock lock(registry().mutex);
    registry().files.push_back(weak_from_this());
  });
  return {static_cast<std::byte*>(start) + before,
          [start, size, range, file = shared_from_this()](std::byte*) {
            remove_range(range);
            ::munmap(start, size);
          }};
}

bool MappedFile::is_unchanged() const {
  struct stat now {};
  return !is_lost_ && ::fstat(descriptor_, &now) == 0 && now.st_size == status_.st_size &&
         now.st_mtim.tv_sec == status_.st_mtim.tv_sec && now.st_mtim.tv_nsec == status_.st_mtim.tv_nsec;
}

void check_mapped_files() {
  std::vector<std::shared_ptr<const MappedFile>> files;
  {
    Registry& known = registry();
    const std::scoped_lock lock(known.mutex);
    std::erase_if(known.files, [](const auto& file) { return file.expired(); });
    for (const auto& file : known.files) files.push_back(file.lock());
  }
  for (const auto& file : files)
    if (file && !file->is_unchanged()) throw Error(changed, {{"file", to_utf8(file->path())}});
}

}  // namespace fw::safetensors
