// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <unordered_map>

namespace fw::tensor {

/// One range of addresses for the large tensors of the CPU. From malloc, whose threshold for mappings of
/// their own rises to 32 MiB, weights, gradients and activations of a step lie between one another in the
/// heap, and the holes cost a sixth more memory than lives at once; with a mapping for each tensor, every
/// step pays for the pages anew. Here the lowest hole that is large enough is taken, first of those whose
/// pages are there; freed pages stay warm, and as soon as there would be more pages than bytes that ever
/// lived at once, those of free ranges go back to the system. Thread: any. Cost: O(free ranges), some
/// microseconds.
class CpuRegion {
 public:
  /// Tensors from here on are worth whole pages.
  static constexpr size_t smallest = 128 * 1024;

  /// @param bytes  of addresses, without any memory behind them yet; 0 or too much: the region gives nothing
  explicit CpuRegion(size_t bytes);
  CpuRegion(const CpuRegion&) = delete;
  ~CpuRegion();

  /// @return whole pages, not zeroed; nullptr when there is no room or the system refuses memory
  void* take(size_t bytes);
  /// @return whether the memory was this region's
  bool give_back(void* memory);
  /// Pages that nobody uses go back to the system.
  void release();

  size_t live_bytes() const;      ///< taken, in whole pages
  size_t resident_bytes() const;  ///< that may have pages: never more than ever lived at once

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
  size_t opened_ = 0;  // up to here memory may be written
  Free free_;          // neighbours differ in has_pages
  std::unordered_map<size_t, size_t> taken_;
  size_t live_ = 0, most_live_ = 0, resident_ = 0;
};

}  // namespace fw::tensor
