// SPDX-License-Identifier: Apache-2.0
#include "support/pretend_gpu/memory.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <sstream>
#include <stdexcept>

namespace fw::pretend_gpu {

namespace {

const size_t page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));

bool overlap(const Use& a, const Use& b) {
  return a.first < b.last && b.first < a.last;
}

// A signal handler may not allocate: it stores addresses here.
struct Range {
  std::atomic<uintptr_t> first{0}, last{0};
};
std::array<Range, 1024> watched;  // address ranges: closed pages exist only in these
std::array<std::atomic<uintptr_t>, 64> touched;
std::atomic<size_t> touched_count{0};
struct sigaction before;

void on_fault(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  for (const Range& range : watched) {
    if (address < range.first || address >= range.last) continue;
    const size_t at = touched_count++;
    if (at < touched.size()) touched[at] = address;
    ::mprotect(reinterpret_cast<void*>(address / page * page), page, PROT_READ | PROT_WRITE);
    return;
  }
  if (before.sa_flags & SA_SIGINFO)
    before.sa_sigaction(signal, info, context);
  else
    ::sigaction(signal, &before, nullptr);  // the fault repeats, and ends the process
}

}  // namespace

void watch(std::byte* base, size_t bytes) {
  const auto free =
      std::find_if(watched.begin(), watched.end(), [](const Range& range) { return !range.last; });
  if (free == watched.end()) throw std::runtime_error("too many ranges of page-locked memory");
  free->first = reinterpret_cast<uintptr_t>(base);
  free->last = reinterpret_cast<uintptr_t>(base) + bytes;
}

void unwatch(std::byte* base) {
  for (Range& range : watched)
    if (range.first == reinterpret_cast<uintptr_t>(base)) range.last = 0;
}

size_t whole_pages(size_t bytes) {
  return (bytes + page - 1) / page * page;
}

std::string Region::conflict(const Use& use, const Clock& clock, std::string_view what,
                             const std::vector<Actor>& without) const {
  for (const Access& access : accesses_) {
    if (!(use.writes || access.use.writes) || !overlap(use, access.use)) continue;
    if (access.time <= clock.of(access.actor)) continue;
    if (std::find(without.begin(), without.end(), access.actor) != without.end()) continue;
    std::ostringstream text;
    text << what << (use.writes ? " writes" : " reads") << " what " << access.what
         << (access.use.writes ? " writes" : " reads") << " on stream " << access.actor - 1
         << ", and does not wait for it";
    return text.str();
  }
  return {};
}

std::string Region::access(const Use& use, Actor actor, const Clock& clock, std::string_view what) {
  std::string wrong = conflict(use, clock, what, {});
  // An earlier access cannot conflict again without conflicting with this write.
  std::erase_if(accesses_, [&](const Access& access) {
    const bool within = access.use.first >= use.first && access.use.last <= use.last;
    return within && (use.writes || (access.actor == actor && !access.use.writes));
  });
  accesses_.push_back({use, actor, clock.of(actor), std::string(what)});
  return wrong;
}

std::string Region::release(Actor actor, const Clock& clock, const std::vector<Actor>& without) {
  const Use all{base, base + bytes, true};
  std::string wrong = conflict(all, clock, "freeing memory", without);
  accesses_ = {{all, actor, clock.of(actor), "freeing memory"}};
  return wrong;
}

bool Region::is_settled(const Clock& clock) const {
  return std::all_of(accesses_.begin(), accesses_.end(),
                     [&](const Access& access) { return access.time <= clock.of(access.actor); });
}

void Region::queued(const Use& use, int change) {
  if (change > 0) {
    pending_.push_back(use);
  } else {
    const auto same = [&](const Use& each) {
      return each.first == use.first && each.last == use.last && each.writes == use.writes;
    };
    pending_.erase(std::find_if(pending_.begin(), pending_.end(), same));
  }
  if (kind == Kind::page_locked) close();
}

void Region::open() const {
  ::mprotect(base, whole_pages(bytes), PROT_READ | PROT_WRITE);
}

void Region::close() const {
  if (kind == Kind::device) {
    ::mprotect(base, whole_pages(bytes), PROT_NONE);
    return;
  }
  open();
  // A page shared with other bytes stays open, unless the use covers everything that was allocated.
  const auto protect = [&](const Use& use, int protection) {
    const auto first = reinterpret_cast<uintptr_t>(use.first), last = reinterpret_cast<uintptr_t>(use.last);
    const bool all = use.first == base && use.last == base + asked;
    const uintptr_t from = (first + page - 1) / page * page;
    const uintptr_t to = all ? from + whole_pages(bytes) : last / page * page;
    if (from < to) ::mprotect(reinterpret_cast<void*>(from), to - from, protection);
  };
  for (const Use& use : pending_)
    if (!use.writes) protect(use, PROT_READ);
  for (const Use& use : pending_)
    if (use.writes) protect(use, PROT_NONE);
}

Arena::Arena(size_t bytes) : bytes_(bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no address space for a pretended device");
  base_ = static_cast<std::byte*>(memory);
  watch(base_, bytes);
}

std::byte* Arena::take(size_t bytes) {
  const size_t needed = whole_pages(bytes) + page;  // a closed page between neighbours
  if (taken_ + needed > bytes_) throw std::runtime_error("the pretended device's address space is used up");
  std::byte* const found = base_ + taken_;
  taken_ += needed;
  return found;
}

Region& RegionMap::add(Region::Kind kind, std::byte* base, size_t bytes) {
  return *(regions_[base] = std::make_unique<Region>(kind, base, bytes));
}

Region* RegionMap::find(const void* address) const {
  const auto found = regions_.lower_bound(static_cast<const std::byte*>(address));
  if (found == regions_.end()) return nullptr;
  Region& region = *found->second;
  return address < region.base + region.bytes ? &region : nullptr;
}

void watch_pages() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  ::sigaction(SIGSEGV, &action, &before);
}

std::vector<std::string> touched_pages() {
  std::vector<std::string> faults;
  const size_t count = std::min(touched_count.exchange(0), touched.size());
  for (size_t i = 0; i < count; ++i) {
    std::ostringstream text;
    text << "host code touches memory that is the device's, or that a copy is using, at 0x" << std::hex
         << touched[i];
    faults.push_back(text.str());
  }
  return faults;
}

}  // namespace fw::pretend_gpu
