// SPDX-License-Identifier: Apache-2.0
#include "tensor/cpu_region.h"

#include <sys/mman.h>

#include <algorithm>
#include <functional>
#include <iterator>

namespace fw::tensor {

namespace {

constexpr size_t page = 4096;
constexpr size_t opened_at_once = size_t{64} << 20;

size_t whole(size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

CpuRegion::CpuRegion(size_t bytes) {
  size_ = bytes / page * page;
  if (size_ == 0) return;
  // Inaccessible memory counts only towards the limit of address space.
  void* const memory = ::mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  base_ = static_cast<std::byte*>(memory);
  free_[0] = {size_, false};
}

CpuRegion::~CpuRegion() {
  if (base_ != nullptr) ::munmap(base_, size_);
}

void* CpuRegion::take(size_t bytes) {
  bytes = whole(bytes, page);
  const std::lock_guard lock(mutex_);
  auto piece = find_room(bytes);
  if (piece == free_.end() || !open(piece->first + bytes)) return nullptr;
  const size_t start = piece->first;
  for (size_t left = bytes; left > 0;) {
    const auto [offset, found] = *piece;
    const size_t used = std::min(left, found.bytes);
    piece = free_.erase(piece);
    if (used < found.bytes)
      free_.emplace_hint(piece, offset + used, Piece{found.bytes - used, found.has_pages});
    if (!found.has_pages) resident_ += used;
    left -= used;
  }
  taken_[start] = bytes;
  live_ += bytes;
  most_live_ = std::max(most_live_, live_);
  give_pages_back(most_live_);
  return base_ + start;
}

bool CpuRegion::give_back(void* memory) {
  auto* const address = static_cast<std::byte*>(memory);
  if (base_ == nullptr || std::less<>()(address, base_) || !std::less<>()(address, base_ + size_))
    return false;
  const std::lock_guard lock(mutex_);
  const auto taken = taken_.find(static_cast<size_t>(address - base_));
  live_ -= taken->second;
  join(free_.insert({taken->first, {taken->second, true}}).first);
  taken_.erase(taken);
  return true;
}

void CpuRegion::release() {
  const std::lock_guard lock(mutex_);
  most_live_ = live_;
  give_pages_back(live_);
}

size_t CpuRegion::live_bytes() const {
  const std::lock_guard lock(mutex_);
  return live_;
}

size_t CpuRegion::resident_bytes() const {
  const std::lock_guard lock(mutex_);
  return resident_;
}

/// The lowest resident free piece that is large enough. If there is none, the first of the lowest adjacent
/// free pieces with enough bytes in total.
CpuRegion::Free::iterator CpuRegion::find_room(size_t bytes) {
  const auto warm = std::ranges::find_if(
      free_, [&](const auto& piece) { return piece.second.has_pages && piece.second.bytes >= bytes; });
  if (warm != free_.end()) return warm;
  auto first = free_.begin();
  size_t end = 0, found = 0;
  for (auto piece = free_.begin(); piece != free_.end(); ++piece) {
    if (piece->first != end) {
      first = piece;
      found = 0;
    }
    found += piece->second.bytes;
    end = piece->first + piece->second.bytes;
    if (found >= bytes) return first;
  }
  return free_.end();
}

bool CpuRegion::open(size_t end) {
  if (end <= opened_) return true;
  const size_t wanted = std::min(whole(end, opened_at_once), size_);
  if (::mprotect(base_ + opened_, wanted - opened_, PROT_READ | PROT_WRITE) != 0) return false;
  opened_ = wanted;
  return true;
}

/// Starts at the highest addresses, which are allocated last.
void CpuRegion::give_pages_back(size_t most) {
  for (auto piece = free_.end(); resident_ > most && piece != free_.begin();) {
    --piece;
    if (!piece->second.has_pages) continue;
    const size_t bytes = std::min(piece->second.bytes, resident_ - most);
    const size_t offset = piece->first + piece->second.bytes - bytes;
    ::madvise(base_ + offset, bytes, MADV_DONTNEED);
    resident_ -= bytes;
    if (bytes < piece->second.bytes) {
      piece->second.bytes -= bytes;
      piece = free_.insert({offset, {bytes, false}}).first;
    }
    piece->second.has_pages = false;
    join(piece);
    piece = free_.lower_bound(offset);
  }
}

/// Joins a piece with its neighbours if these have the same state.
void CpuRegion::join(Free::iterator piece) {
  const auto touches = [](Free::iterator before, Free::iterator behind) {
    return before->first + before->second.bytes == behind->first &&
           before->second.has_pages == behind->second.has_pages;
  };
  if (const auto next = std::next(piece); next != free_.end() && touches(piece, next)) {
    piece->second.bytes += next->second.bytes;
    free_.erase(next);
  }
  if (piece == free_.begin()) return;
  if (const auto before = std::prev(piece); touches(before, piece)) {
    before->second.bytes += piece->second.bytes;
    free_.erase(piece);
  }
}

}  // namespace fw::tensor
