// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <unordered_map>

namespace fw::tensor {

/// An allocator for large CPU tensors in one range of addresses. malloc's threshold for mappings of their own
/// rises to 32 MiB, so weights, gradients and activations of a step are mixed in the heap, and its holes cost
/// a sixth more than the peak of live memory. With a mapping for each tensor, every step would fault in all
/// pages again. This allocator takes the lowest hole that is large enough, preferably one whose pages are
/// resident. Freed pages stay resident until there are more resident pages than the peak of live bytes; then
/// pages of free ranges are returned to the system. Thread: any. Cost: O(free ranges), a few microseconds.
class CpuRegion {
 public:
  /// Minimum size of tensors that get whole pages.
  static constexpr size_t smallest = 128 * 1024;

  /// @param bytes  of address space, initially without memory; if 0 or too much, take() always fails
  explicit CpuRegion(size_t bytes);
  CpuRegion(const CpuRegion&) = delete;
  ~CpuRegion();

  /// @return whole pages, not zeroed; nullptr if the region or memory is exhausted
  void* take(size_t bytes);
  /// @return true if the memory belongs to this region
  bool give_back(void* memory);
  /// Returns all unused pages to the system.
  void release();

  size_t live_bytes() const;      ///< allocated, in whole pages
  size_t resident_bytes() const;  ///< upper limit of resident memory; at most the peak of live bytes

 private:
  struct Piece {
    size_t bytes;
    bool has_pages;
  };
  using Free = std::map<size_t, Piece>;  // by offset
  Free::iterator find_room(size_t bytes);
  bool open(size_t end);
  void give_pages_back(size_t most);
  void join(Free::iterator piece);

  mutable std::mutex mutex_;
  std::byte* base_ = nullptr;
  size_t size_ = 0;
  size_t opened_ = 0;  // memory below this offset is accessible
  Free free_;          // adjacent pieces differ in has_pages
  std::unordered_map<size_t, size_t> taken_;
  size_t live_ = 0, most_live_ = 0, resident_ = 0;
};

}  // namespace fw::tensor
