// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/Stream.h>

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "support/pretend_gpu/memory.h"
#include "support/pretend_gpu/pretend_gpu.h"

namespace fw::pretend_gpu {

inline constexpr int device_count = 3;

/// An operator or a copy waiting for its turn.
struct Task {
  std::string what;
  std::vector<Use> uses;
  std::function<void()> run;
};

/// A point of a stream: everything launched on it before.
struct Point {
  c10::Stream stream;
  uint64_t position = 0;
  Clock clock;
};

/// The devices' streams, their memory and the order of events. A singleton; every function locks it.
class Timeline {
 public:
  static Timeline& get();

  void begin(const Options& options);
  std::vector<std::string> end();
  void fault(std::string text);

  c10::Stream new_stream(c10::DeviceIndex device);
  /// Queues a task after all others of the stream.
  void launch(const c10::Stream& stream, Task task);
  Point point(const c10::Stream& stream);
  /// Everything launched on `stream` from now on comes after `point`.
  void block(const c10::Stream& stream, const Point& point);
  bool is_done(const Point& point);
  /// The host waits.
  void wait(const Point& point);
  void wait_for_device(c10::DeviceIndex device);

  /// @throws c10::OutOfMemoryError
  std::byte* allocate(const c10::Stream& stream, size_t bytes);
  void free(std::byte* memory);
  /// `memory` is also used on `stream`: it is reused only after that.
  void record(const void* memory, const c10::Stream& stream);
  void empty_cache(c10::DeviceIndex device);

  std::byte* allocate_page_locked(size_t bytes);
  void free_page_locked(std::byte* memory);
  void lock_pages(std::byte* memory, size_t bytes);
  void unlock_pages(std::byte* memory);
  bool is_page_locked(const void* memory);

  struct Memory {
    int64_t allocated = 0, allocated_peak = 0;  ///< rounded up to 512 bytes per tensor, as in CUDA
    int64_t reserved = 0, reserved_peak = 0;    ///< including cached memory
    int64_t capacity = 0;
  };
  Memory memory(c10::DeviceIndex device);
  void reset_peak(c10::DeviceIndex device);
  void forget_peaks();
  Counters counters();
  std::map<std::string, int64_t> launches_by_name(size_t bytes);
  void fail_allocation(int64_t n);

 private:
  struct Queued {
    Task task;  // or
    std::shared_ptr<const Point> wait;
  };
  struct StreamState {
    c10::Stream stream;
    std::deque<Queued> queue;
    uint64_t launched = 0, done = 0;
    Clock clock;
  };
  struct Block {
    Region* region;
    c10::Stream owner;
    size_t bytes;
    std::vector<c10::Stream> others;  // that also use it
  };
  struct Returned {  // when `others` are done, the block is free
    Block block;
    std::vector<Point> points;
  };
  struct Device {
    std::unique_ptr<Arena> arena;
    std::map<std::byte*, Block> blocks;
    std::map<std::pair<c10::StreamId, size_t>, std::vector<Block>> free;
    std::list<Returned> returned;
    Memory memory;
  };

  Timeline() = default;
  StreamState& state(const c10::Stream& stream);
  Actor actor(const c10::Stream& stream) const { return static_cast<Actor>(stream.id()) + 1; }
  void run_to(StreamState& stream, uint64_t position);
  void step(StreamState& stream);
  void run_task(Task& task);
  void step_some_other(const StreamState& but);
  Region* region(const void* memory) const { return regions_.find(memory); }
  void keep(Device& device, const Block& block);
  void take_back(Device& device);
  void release_cache(Device& device);
  void count_page_locked(int64_t bytes);

  std::recursive_mutex mutex_;
  std::mt19937_64 random_;
  Clock host_;
  std::deque<StreamState> streams_;  // by id: the first are the devices' default streams
  std::array<Device, device_count> devices_;
  std::unique_ptr<Arena> page_locked_;
  std::map<size_t, std::vector<Region*>> free_page_locked_;
  std::vector<Region*> returned_page_locked_;
  RegionMap regions_;
  std::vector<std::string> faults_;
  Counters counters_;
  std::map<std::string, std::map<size_t, int64_t>>
      launches_by_name_;  // and by the bytes of the largest tensor
  int64_t failing_allocation_ = 0;
};

}  // namespace fw::pretend_gpu
