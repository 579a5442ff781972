// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Allocator.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace fw::support {

/// Counts LibTorch's live CPU memory while it exists. One at a time.
class LiveBytes : private c10::Allocator {
 public:
  LiveBytes() : before_(c10::GetAllocator(c10::kCPU)) { c10::SetAllocator(c10::kCPU, this, 255); }
  ~LiveBytes() override { c10::SetAllocator(c10::kCPU, before_, 255); }
  int64_t now() const { return counts_->now; }
  int64_t peak() const { return counts_->peak; }
  /// Number of allocations of at least `least_bytes` so far.
  int64_t large_allocations() const { return counts_->large; }
  void reset_peak() { counts_->peak = counts_->now.load(); }

  int64_t least_bytes = 0;
  /// If it returns true, the allocation fails.
  std::function<bool()> refuse;

 private:
  struct Counts {
    std::atomic<int64_t> now{0}, peak{0}, large{0};
  };
  struct Piece {
    c10::DataPtr memory;
    size_t bytes;
    std::shared_ptr<Counts> counts;  // tensors may outlive the counter
    ~Piece() { counts->now -= static_cast<int64_t>(bytes); }
  };
  /// By address, since LibTorch also allocates and frees by raw address (oneDNN's scratch memory).
  struct Pieces {
    std::mutex mutex;
    std::unordered_map<void*, std::unique_ptr<Piece>> by_address;
  };
  static Pieces& pieces() {
    static auto* pieces = new Pieces;  // never destroyed: tensors in static storage are freed late
    return *pieces;
  }
  static void free_piece(void* address) {
    const std::lock_guard lock(pieces().mutex);
    pieces().by_address.erase(address);
  }

  c10::DataPtr allocate(size_t bytes) override {
    TORCH_CHECK_WITH(OutOfMemoryError, !refuse || !refuse(), "No ", bytes, " bytes: refused by the test");
    c10::DataPtr memory = before_->allocate(bytes);
    void* const address = memory.get();
    if (address == nullptr) return memory;
    auto piece = std::make_unique<Piece>(std::move(memory), bytes, counts_);
    const int64_t live = counts_->now += static_cast<int64_t>(bytes);
    for (int64_t peak = counts_->peak; live > peak && !counts_->peak.compare_exchange_weak(peak, live);) {
    }
    if (static_cast<int64_t>(bytes) >= least_bytes) ++counts_->large;
    const std::lock_guard lock(pieces().mutex);
    pieces().by_address[address] = std::move(piece);
    return {address, address, &free_piece, c10::kCPU};
  }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }
  c10::DeleterFnPtr raw_deleter() const override { return &free_piece; }

  c10::Allocator* before_;
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace fw::support
