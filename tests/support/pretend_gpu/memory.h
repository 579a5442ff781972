// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/pretend_gpu/clock.h"

namespace fw::pretend_gpu {

/// Bytes that an operator reads or writes.
struct Use {
  std::byte* first = nullptr;
  std::byte* last = nullptr;  ///< one past the end
  bool writes = false;
};

/// Memory allocated in one piece, on whole pages.
class Region {
 public:
  enum class Kind { device, page_locked };

  Region(Kind kind, std::byte* base, size_t bytes) : kind(kind), base(base), bytes(bytes), asked(bytes) {}

  /// Adds an operator's access. @return why it is wrong; empty if it is right
  std::string access(const Use& use, Actor actor, const Clock& clock, std::string_view what);
  /// As access() to all of it, ignoring accesses by `without`.
  std::string release(Actor actor, const Clock& clock, const std::vector<Actor>& without);
  /// Whether all earlier accesses have completed.
  bool is_settled(const Clock& clock) const;
  void forget() { accesses_.clear(); }

  /// Counts the queued operators that use it: until then the host may not touch page-locked memory.
  void queued(const Use& use, int change);
  bool is_queued() const { return !pending_.empty(); }
  /// Opens all pages while an operator runs, or those that pending operators allow.
  void open() const;
  void close() const;

  const Kind kind;
  std::byte* const base;
  const size_t bytes;
  size_t asked = 0;  ///< requested size

 private:
  struct Access {
    Use use;
    Actor actor;
    uint64_t time;
    std::string what;
  };
  std::string conflict(const Use& use, const Clock& clock, std::string_view what,
                       const std::vector<Actor>& without) const;

  std::vector<Access> accesses_;
  std::vector<Use> pending_;
};

/// The address space of a device or of page-locked memory: no page may be touched unless it is opened. Never
/// reuses an address.
class Arena {
 public:
  explicit Arena(size_t bytes);
  std::byte* take(size_t bytes);
  bool contains(const void* address) const { return address >= base_ && address < base_ + bytes_; }

 private:
  std::byte* base_;
  size_t bytes_;
  size_t taken_ = 0;
};

/// Finds regions by address.
class RegionMap {
 public:
  Region& add(Region::Kind kind, std::byte* base, size_t bytes);
  void remove(const Region& region) { regions_.erase(region.base); }
  Region* find(const void* address) const;

 private:
  std::map<const std::byte*, std::unique_ptr<Region>, std::greater<>> regions_;
};

size_t whole_pages(size_t bytes);

/// Memory whose pages Region::close() may close.
void watch(std::byte* base, size_t bytes);
void unwatch(std::byte* base);

/// From now on, host code that touches a closed page is recorded and continues.
void watch_pages();
/// Touched pages since the last call.
std::vector<std::string> touched_pages();

}  // namespace fw::pretend_gpu
