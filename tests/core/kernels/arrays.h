// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/elements.h"

/// Arrays for two forms of a kernel, and comparisons of their results.
namespace fw::kernels {

enum class Base { aligned, shifted };  ///< to 32 bytes, or one element away from that
enum class Fill { random, nothing };   ///< `nothing` is NaN in every floating-point type

/// An array before an inaccessible page: a kernel can read at most 31 bytes past its end.
template <class T>
class Array {
 public:
  explicit Array(int64_t count, Fill fill = Fill::random, Base base = Base::aligned) : count_(count) {
    const size_t bytes = static_cast<size_t>(count) * sizeof(T);
    mapped_ = (bytes + 2 * alignment + page - 1) / page * page;
    memory_ = static_cast<char*>(
        ::mmap(nullptr, mapped_ + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    ::mprotect(memory_ + mapped_, page, PROT_NONE);
    size_t begin = (mapped_ - bytes) / alignment * alignment;
    if (base == Base::shifted) begin -= alignment - sizeof(T);
    data_ = reinterpret_cast<T*>(memory_ + begin);
    std::memset(memory_, untouched, mapped_);
    if (fill == Fill::nothing) std::memset(static_cast<void*>(data_), 0xff, bytes);
    if (fill == Fill::random) draw();
  }
  Array(Array&& other) noexcept { *this = std::move(other); }
  Array& operator=(Array&& other) noexcept {
    std::swap(count_, other.count_);
    std::swap(mapped_, other.mapped_);
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~Array() {
    if (memory_ != nullptr) ::munmap(memory_, mapped_ + page);
  }

  T* data() const { return data_; }
  int64_t size() const { return count_; }
  T& operator[](int64_t i) const { return data_[i]; }

  /// Whether the memory around it is unchanged.
  bool is_intact() const {
    const char *const begin = reinterpret_cast<const char*>(data_), *const end = begin + count_ * sizeof(T);
    for (const char* at = memory_; at < begin; ++at)
      if (*at != untouched) return false;
    for (const char* at = end; at < memory_ + mapped_; ++at)
      if (*at != untouched) return false;
    return true;
  }

 private:
  static constexpr size_t page = 4096, alignment = 32;
  static constexpr char untouched = 0x5a;

  void draw() {
    static std::minstd_rand generator(1);
    static const std::vector<double> values = [] {
      std::vector<double> all(4099);
      std::normal_distribution<double> normal(0.3, 1);
      for (double& value : all) value = normal(generator);
      return all;
    }();
    for (int64_t i = 0; i < count_; ++i) {
      const double value = values[generator() % values.size()];
      if constexpr (std::is_integral_v<T>)
        data_[i] = static_cast<T>(static_cast<int64_t>(value * 100));
      else
        store(data_ + i, static_cast<typename Wide<T>::Type>(value));
    }
  }

  int64_t count_ = 0;
  size_t mapped_ = 0;
  char* memory_ = nullptr;
  T* data_ = nullptr;
};

template <class T>
constexpr Element element_of() {
  if (std::is_same_v<T, Bf16>) return Element::bfloat16;
  if (std::is_same_v<T, Half>) return Element::float16;
  return std::is_same_v<T, double> ? Element::float64 : Element::float32;
}

/// The largest effect of one rounding, relative to the largest value of an array.
template <class T>
constexpr double rounding() {
  if (std::is_same_v<T, Bf16>) return 1.0 / (1 << 7);
  if (std::is_same_v<T, Half>) return 1.0 / (1 << 10);
  return std::is_same_v<T, double> ? 1e-13 : 2e-6;
}

/// Collects differences.
class Comparison {
 public:
  void expect(bool holds, const std::string& what) {
    ++count_;
    if (!holds && failures_.size() < 4000) failures_ += what + "\n";
  }
  void starts(int status, const std::string& what) {
    expect(status == 0, what + " is not launched: " + std::to_string(status));
  }

  /// @param allowed  difference, relative to the largest value in `wanted`
  template <class T>
  void close(const Array<T>& got, const Array<T>& wanted, double allowed, const std::string& what) {
    double difference = 0, largest = std::numeric_limits<double>::min();
    for (int64_t i = 0; i < wanted.size(); ++i) {
      const double a = load(&got[i]), b = load(&wanted[i]), apart = std::fabs(a - b);
      largest = std::fmax(largest, std::fabs(b));
      difference = std::isnan(apart) ? std::numeric_limits<double>::infinity() : std::fmax(difference, apart);
    }
    expect(difference <= allowed * largest, what + " differs by " + std::to_string(difference / largest));
    expect(got.is_intact() && wanted.is_intact(), what + " is written outside");
  }
  template <class T>
  void same(const Array<T>& got, const Array<T>& wanted, const std::string& what) {
    expect(std::memcmp(got.data(), wanted.data(), static_cast<size_t>(got.size()) * sizeof(T)) == 0,
           what + " is not the same");
    expect(got.is_intact() && wanted.is_intact(), what + " is written outside");
  }

  int count() const { return count_; }
  const std::string& failures() const { return failures_; }

 private:
  int count_ = 0;
  std::string failures_;
};

/// A description of a case.
template <class... Values>
std::string text(const char* name, Values... values) {
  std::string all = name;
  ((all += " " + std::to_string(values)), ...);
  return all;
}

}  // namespace fw::kernels
