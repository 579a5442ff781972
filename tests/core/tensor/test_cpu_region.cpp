// SPDX-License-Identifier: Apache-2.0
#include "tensor/cpu_region.h"

#include <sys/mman.h>

#include <QtTest>
#include <algorithm>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "tensor/device.h"
#include "tensor/libtorch.h"

using fw::tensor::CpuRegion;

namespace {

constexpr size_t page = 4096, mib = size_t{1} << 20;

/// Resident pages of the range, according to the kernel.
size_t pages_of(const void* memory, size_t bytes) {
  std::vector<unsigned char> pages(bytes / page);
  if (::mincore(const_cast<void*>(memory), bytes, pages.data()) != 0) qFatal("mincore");
  return static_cast<size_t>(
      std::ranges::count_if(pages, [](unsigned char flags) { return (flags & 1) != 0; }));
}

std::byte* taken(CpuRegion& region, size_t bytes) {
  auto* const memory = static_cast<std::byte*>(region.take(bytes));
  if (memory != nullptr) std::memset(memory, 1, bytes);
  return memory;
}

}  // namespace

class TestCpuRegion : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void the_lowest_hole_is_taken() {
    CpuRegion region(64 * mib);
    std::byte* const a = taken(region, 4 * mib);
    std::byte* const b = taken(region, 2 * mib);
    std::byte* const c = taken(region, 1 * mib);
    std::byte* const d = taken(region, 1 * mib);
    QVERIFY(a != nullptr && b == a + 4 * mib && c == b + 2 * mib && d == c + mib);
    QVERIFY(region.give_back(a));
    QVERIFY(region.give_back(c));
    QCOMPARE(taken(region, 1 * mib), a);        // not c's place, which fits better but is higher
    QCOMPARE(taken(region, 4 * mib), d + mib);  // no longer fits into a's place
    QVERIFY(region.give_back(b));
    QCOMPARE(taken(region, 6 * mib), a + mib);  // the rest of a's place, and b's and c's together
  }

  /// A hole without resident pages would cost new ones.
  void of_the_holes_one_with_pages_is_taken() {
    CpuRegion region(64 * mib);
    std::byte* const a = taken(region, 1 * mib);
    taken(region, 1 * mib);
    std::byte* const c = taken(region, 1 * mib);
    QVERIFY(region.give_back(a));
    QVERIFY(region.give_back(c));
    std::byte* const wide = taken(region, 2 * mib);
    QCOMPARE(wide, c);
    QCOMPARE(pages_of(a, mib), size_t{0});
    QVERIFY(region.give_back(wide));
    QCOMPARE(region.take(1 * mib), static_cast<void*>(c));
    QCOMPARE(region.resident_bytes(), 3 * mib);
    QCOMPARE(region.take(2 * mib), static_cast<void*>(c + mib));  // the rest of it, and the following
    QCOMPARE(region.take(1 * mib), static_cast<void*>(a));
  }

  void pages_are_never_more_than_lived_at_once() {
    CpuRegion region(64 * mib);
    std::byte* const a = taken(region, 8 * mib);
    std::byte* const b = taken(region, 8 * mib);
    QVERIFY(region.give_back(a));
    QCOMPARE(region.resident_bytes(), 16 * mib);  // still warm
    QCOMPARE(pages_of(a, 8 * mib), 8 * mib / page);
    std::byte* const c = taken(region, 9 * mib);  // no hole for it, and now 17 MiB live at once
    QCOMPARE(c, b + 8 * mib);
    QCOMPARE(region.live_bytes(), 17 * mib);
    QCOMPARE(region.resident_bytes(), 17 * mib);
    QCOMPARE(pages_of(a, 8 * mib), size_t{0});
    QVERIFY(region.give_back(c));
    region.release();
    QCOMPARE(region.resident_bytes(), 8 * mib);
    QCOMPARE(pages_of(c, 9 * mib), size_t{0});
    QCOMPARE(int(b[0]), 1);
    QCOMPARE(int(b[8 * mib - 1]), 1);
  }

  void what_has_no_room_is_refused() {
    CpuRegion none(0), impossible(size_t{1} << 60), region(4 * mib);
    QVERIFY(none.take(1) == nullptr);
    QVERIFY(impossible.take(1) == nullptr);
    int foreign = 0;
    QVERIFY(!none.give_back(&foreign));
    QVERIFY(!region.give_back(&foreign));
    QVERIFY(region.take(4 * mib + 1) == nullptr);
    void* const all = region.take(4 * mib);
    QVERIFY(all != nullptr);
    QVERIFY(region.take(1) == nullptr);
    QVERIFY(region.give_back(all));
    QCOMPARE(region.take(1), all);
  }

  /// Random sizes and lifetimes on two threads: every tensor keeps its bytes, and all free space merges
  /// again.
  void nothing_overlaps() {
    CpuRegion region(256 * mib);
    const auto work = [&](unsigned seed) {
      std::mt19937 random(seed);
      std::vector<std::pair<std::byte*, size_t>> kept;
      const auto check = [](const std::pair<std::byte*, size_t>& piece, std::byte mark) {
        return piece.first[0] == mark && piece.first[piece.second - 1] == mark;
      };
      bool whole = true;
      for (int i = 0; i < 20000; ++i) {
        const size_t bytes = 1 + random() % (random() % 8 == 0 ? 4 * mib : 64 * 1024);
        if (kept.size() < 40 && random() % 2 == 0) {
          auto* const memory = static_cast<std::byte*>(region.take(bytes));
          if (memory == nullptr) continue;
          memory[0] = memory[bytes - 1] = std::byte(seed);
          kept.emplace_back(memory, bytes);
        } else if (!kept.empty()) {
          const size_t index = random() % kept.size();
          whole = whole && check(kept[index], std::byte(seed)) && region.give_back(kept[index].first);
          kept.erase(kept.begin() + static_cast<ptrdiff_t>(index));
        }
        if (region.resident_bytes() > 256 * mib) whole = false;
      }
      for (const auto& piece : kept)
        whole = whole && check(piece, std::byte(seed)) && region.give_back(piece.first);
      return whole;
    };
    bool first = false, second = false;
    std::thread other([&] { second = work(2); });
    first = work(1);
    other.join();
    QVERIFY(first);
    QVERIFY(second);
    QCOMPARE(region.live_bytes(), size_t{0});
    QVERIFY(region.take(256 * mib) != nullptr);
  }

  /// The CPU's tensors are in it, also one that grows in place, and their memory returns to it.
  void tensors_live_in_it() {
    const int64_t many = static_cast<int64_t>(8 * mib / sizeof(float));
    const torch::Tensor lasting = torch::ones({many});
    torch::Tensor passing = torch::full({many}, 2.0f);
    const void* const memory = passing.data_ptr();
    QCOMPARE(reinterpret_cast<uintptr_t>(memory) % page, uintptr_t{0});
    QCOMPARE(pages_of(memory, 8 * mib), 8 * mib / page);
    passing = torch::Tensor();
    QCOMPARE(torch::empty({many}).data_ptr(), memory);
    fw::tensor::release_unused_memory(torch::kCPU);
    QCOMPARE(pages_of(memory, 8 * mib), size_t{0});
    torch::Tensor grown = torch::arange(many);
    grown.resize_({2 * many});
    QCOMPARE(grown[many - 1].item<int64_t>(), many - 1);
    QCOMPARE(lasting.sum().item<double>(), static_cast<double>(many));
  }
};

QTEST_GUILESS_MAIN(TestCpuRegion)
#include "test_cpu_region.moc"
