// SPDX-License-Identifier: Apache-2.0
#include "support/pretend_gpu/timeline.h"

#include <sys/mman.h>

#include <cstring>
#include <utility>

namespace fw::pretend_gpu {

namespace {

constexpr size_t address_space = size_t{1} << 40;
constexpr size_t most_queued = 100'000;  // limits a program that never waits

int64_t rounded(size_t bytes) {
  return static_cast<int64_t>((bytes + 511) / 512 * 512);
}

}  // namespace

Timeline& Timeline::get() {
  static auto* const timeline = new Timeline;  // tensors that outlive main() are freed into it
  return *timeline;
}

void Timeline::begin(const Options& options) {
  const std::scoped_lock lock(mutex_);
  if (streams_.empty()) {
    watch_pages();
    page_locked_ = std::make_unique<Arena>(address_space);
    for (int i = 0; i < device_count; ++i) {
      devices_[static_cast<size_t>(i)].arena = std::make_unique<Arena>(address_space);
      new_stream(static_cast<c10::DeviceIndex>(i));
    }
  }
  random_.seed(options.seed);
  for (Device& device : devices_) device.memory.capacity = options.memory_bytes;
  counters_ = {.page_locked_bytes = counters_.page_locked_bytes};
  launches_by_name_.clear();
  forget_peaks();
  failing_allocation_ = 0;
  faults_.clear();
  touched_pages();
}

std::vector<std::string> Timeline::end() {
  const std::scoped_lock lock(mutex_);
  for (c10::DeviceIndex i = 0; i < device_count; ++i) wait_for_device(i);
  for (Device& device : devices_) take_back(device);
  for (std::string& each : touched_pages()) faults_.push_back(std::move(each));
  return std::exchange(faults_, {});
}

void Timeline::fault(std::string text) {
  const std::scoped_lock lock(mutex_);
  faults_.push_back(std::move(text));
}

c10::Stream Timeline::new_stream(c10::DeviceIndex device) {
  const std::scoped_lock lock(mutex_);
  const c10::Stream stream(c10::Stream::UNSAFE, c10::Device(c10::DeviceType::PrivateUse1, device),
                           static_cast<c10::StreamId>(streams_.size()));
  streams_.push_back({stream, {}, 0, 0, {}});
  return stream;
}

Timeline::StreamState& Timeline::state(const c10::Stream& stream) {
  return streams_[static_cast<size_t>(stream.id())];
}

void Timeline::launch(const c10::Stream& stream, Task task) {
  const std::scoped_lock lock(mutex_);
  StreamState& here = state(stream);
  const Actor who = actor(stream);
  here.clock.join(host_);
  here.clock.tick(who);
  for (const Use& use : task.uses) {
    Region* const used = region(use.first);
    if (!used) continue;
    std::string wrong = used->access(use, who, here.clock, task.what);
    if (!wrong.empty()) faults_.push_back(std::move(wrong));
    used->queued(use, 1);
  }
  size_t most = 0;
  for (const Use& use : task.uses) most = std::max(most, static_cast<size_t>(use.last - use.first));
  ++launches_by_name_[task.what][most];
  here.queue.push_back({std::move(task), nullptr});
  ++here.launched;
  ++counters_.launches;
  if (here.queue.size() > most_queued) run_to(here, here.launched);
}

Point Timeline::point(const c10::Stream& stream) {
  const std::scoped_lock lock(mutex_);
  StreamState& here = state(stream);
  here.clock.join(host_);
  return {stream, here.launched, here.clock};
}

void Timeline::block(const c10::Stream& stream, const Point& point) {
  const std::scoped_lock lock(mutex_);
  StreamState& here = state(stream);
  here.clock.join(point.clock);
  here.queue.push_back({{}, std::make_shared<const Point>(point)});
  ++here.launched;
}

bool Timeline::is_done(const Point& point) {
  const std::scoped_lock lock(mutex_);
  // A program that polls gets its answer eventually.
  StreamState& there = state(point.stream);
  if (there.done < point.position) step(there);
  if (there.done < point.position) return false;
  host_.join(point.clock);
  return true;
}

void Timeline::wait(const Point& point) {
  const std::scoped_lock lock(mutex_);
  ++counters_.waits;
  run_to(state(point.stream), point.position);
  host_.join(point.clock);
}

void Timeline::wait_for_device(c10::DeviceIndex device) {
  const std::scoped_lock lock(mutex_);
  ++counters_.waits;
  for (StreamState& each : streams_) {
    if (each.stream.device_index() != device) continue;
    run_to(each, each.launched);
    host_.join(each.clock);
  }
}

void Timeline::run_to(StreamState& stream, uint64_t position) {
  while (stream.done < position) {
    if (random_() % 4 == 0) step_some_other(stream);
    if (stream.done < position) step(stream);
  }
}

void Timeline::step_some_other(const StreamState& but) {
  StreamState& other = streams_[random_() % streams_.size()];
  if (&other == &but || other.queue.empty()) return;
  const auto& wait = other.queue.front().wait;
  if (!wait || state(wait->stream).done >= wait->position) step(other);
}

void Timeline::step(StreamState& stream) {
  // It stays in the queue until its dependency is done: nothing after it may run meanwhile.
  if (const auto wait = stream.queue.front().wait) {
    const uint64_t done = stream.done;
    run_to(state(wait->stream), wait->position);
    if (stream.done != done) return;  // other work has overtaken it
  }
  Queued next = std::move(stream.queue.front());
  stream.queue.pop_front();
  ++stream.done;  // a failed task is done, too
  if (!next.wait) run_task(next.task);
}

void Timeline::run_task(Task& task) {
  for (const Use& use : task.uses)
    if (const Region* used = region(use.first)) used->open();
  try {
    task.run();
  } catch (const std::exception& error) {
    faults_.push_back(task.what + " fails on the device: " + error.what());
  }
  for (const Use& use : task.uses) {
    Region* const used = region(use.first);
    if (!used) continue;
    used->queued(use, -1);
    used->close();
  }
}

std::byte* Timeline::allocate(const c10::Stream& stream, size_t bytes) {
  const std::scoped_lock lock(mutex_);
  Device& device = devices_[static_cast<size_t>(stream.device_index())];
  ++counters_.allocations;
  take_back(device);
  const auto free = device.free.find({stream.id(), whole_pages(bytes)});
  const bool cached = free != device.free.end() && !free->second.empty();
  const int64_t size = rounded(bytes);
  const bool failing = failing_allocation_ > 0 && --failing_allocation_ == 0;
  if (!failing && !cached && device.memory.reserved + size > device.memory.capacity) release_cache(device);
  if (failing || (!cached && device.memory.reserved + size > device.memory.capacity))
    TORCH_CHECK_WITH(OutOfMemoryError, false, "The pretended device has no ", bytes,
                     " bytes left: ", device.memory.allocated, " of ", device.memory.capacity,
                     " are in use.");
  Region* memory = nullptr;
  if (cached) {
    memory = free->second.back().region;
    device.memory.reserved -= rounded(free->second.back().bytes);
    free->second.pop_back();
  } else {
    memory = &regions_.add(Region::Kind::device, device.arena->take(bytes), whole_pages(bytes));
  }
  device.blocks.emplace(memory->base, Block{memory, stream, bytes, {}});
  device.memory.allocated += size;
  device.memory.reserved += size;
  device.memory.allocated_peak = std::max(device.memory.allocated_peak, device.memory.allocated);
  device.memory.reserved_peak = std::max(device.memory.reserved_peak, device.memory.reserved);
  return memory->base;
}

void Timeline::free(std::byte* memory) {
  const std::scoped_lock lock(mutex_);
  for (Device& device : devices_) {
    const auto found = device.blocks.find(memory);
    if (found == device.blocks.end()) continue;
    Returned returned{std::move(found->second), {}};
    device.blocks.erase(found);
    device.memory.allocated -= rounded(returned.block.bytes);
    StreamState& owner = state(returned.block.owner);
    owner.clock.join(host_);
    owner.clock.tick(actor(owner.stream));
    std::vector<Actor> others;
    for (const c10::Stream& each : returned.block.others) {
      others.push_back(actor(each));
      returned.points.push_back(point(each));
    }
    std::string wrong = returned.block.region->release(actor(owner.stream), owner.clock, others);
    if (!wrong.empty()) faults_.push_back(std::move(wrong));
    device.returned.push_back(std::move(returned));
    take_back(device);
    return;
  }
}

/// Overwrites the block when its stream reaches it, and reuses it for the next request.
void Timeline::keep(Device& device, const Block& block) {
  Region* const memory = block.region;
  const size_t bytes = block.bytes;
  StreamState& owner = state(block.owner);
  const Use all{memory->base, memory->base + bytes, true};
  memory->queued(all, 1);
  owner.queue.push_back(
      {{"freed memory", {all}, [memory, bytes] { std::memset(memory->base, 0xff, bytes); }}, nullptr});
  ++owner.launched;
  device.free[{block.owner.id(), whole_pages(bytes)}].push_back({memory, block.owner, bytes, {}});
}

void Timeline::take_back(Device& device) {
  for (auto each = device.returned.begin(); each != device.returned.end();) {
    const bool done = std::all_of(each->points.begin(), each->points.end(), [&](const Point& point) {
      return state(point.stream).done >= point.position;
    });
    if (!done) {
      ++each;
      continue;
    }
    for (const Point& point : each->points) host_.join(point.clock);
    keep(device, each->block);
    each = device.returned.erase(each);
  }
}

void Timeline::record(const void* memory, const c10::Stream& stream) {
  const std::scoped_lock lock(mutex_);
  Region* const used = region(memory);
  if (!used) return;
  for (Device& device : devices_) {
    const auto found = device.blocks.find(used->base);
    if (found != device.blocks.end() && found->second.owner != stream) found->second.others.push_back(stream);
  }
}

/// Releases free memory, as a caching allocator does before it gives up.
void Timeline::release_cache(Device& device) {
  for (StreamState& each : streams_) run_to(each, each.launched);
  take_back(device);
  for (StreamState& each : streams_) run_to(each, each.launched);  // queued by take_back()
  for (auto& [_, blocks] : device.free) {
    for (const Block& block : blocks) {
      ::madvise(block.region->base, whole_pages(block.bytes), MADV_DONTNEED);
      device.memory.reserved -= rounded(block.bytes);
      regions_.remove(*block.region);
    }
  }
  device.free.clear();
}

void Timeline::empty_cache(c10::DeviceIndex device) {
  const std::scoped_lock lock(mutex_);
  release_cache(devices_[static_cast<size_t>(device)]);
}

void Timeline::count_page_locked(int64_t bytes) {
  counters_.page_locked_bytes += bytes;
  counters_.page_locked_peak_bytes = std::max(counters_.page_locked_peak_bytes, counters_.page_locked_bytes);
}

std::byte* Timeline::allocate_page_locked(size_t bytes) {
  const std::scoped_lock lock(mutex_);
  count_page_locked(static_cast<int64_t>(bytes));
  std::erase_if(returned_page_locked_, [&](Region* memory) {
    if (memory->is_queued()) return false;
    memory->forget();
    free_page_locked_[whole_pages(memory->bytes)].push_back(memory);
    return true;
  });
  auto& free = free_page_locked_[whole_pages(bytes)];
  if (!free.empty()) {
    Region* const memory = free.back();
    free.pop_back();
    memory->asked = bytes;
    return memory->base;
  }
  Region& memory = regions_.add(Region::Kind::page_locked, page_locked_->take(bytes), whole_pages(bytes));
  memory.asked = bytes;
  memory.open();
  return memory.base;
}

void Timeline::free_page_locked(std::byte* memory) {
  const std::scoped_lock lock(mutex_);
  Region* const freed = region(memory);
  if (!freed) return;
  count_page_locked(-static_cast<int64_t>(freed->asked));
  returned_page_locked_.push_back(freed);
}

void Timeline::lock_pages(std::byte* memory, size_t bytes) {
  const std::scoped_lock lock(mutex_);
  count_page_locked(static_cast<int64_t>(bytes));
  watch(memory, whole_pages(bytes));
  regions_.add(Region::Kind::page_locked, memory, bytes);
}

void Timeline::unlock_pages(std::byte* memory) {
  const std::scoped_lock lock(mutex_);
  Region* const locked = region(memory);
  if (!locked || locked->base != memory) {
    faults_.push_back("pages are unlocked that nobody has locked");
    return;
  }
  if (locked->is_queued() || !locked->is_settled(host_))
    faults_.push_back("pages are unlocked that a copy may still use");
  for (StreamState& each : streams_) run_to(each, each.launched);
  count_page_locked(-static_cast<int64_t>(locked->bytes));
  locked->open();
  unwatch(memory);
  regions_.remove(*locked);
}

bool Timeline::is_page_locked(const void* memory) {
  const std::scoped_lock lock(mutex_);
  const Region* const found = region(memory);
  return found && found->kind == Region::Kind::page_locked;
}

Timeline::Memory Timeline::memory(c10::DeviceIndex device) {
  const std::scoped_lock lock(mutex_);
  return devices_[static_cast<size_t>(device)].memory;
}

void Timeline::reset_peak(c10::DeviceIndex device) {
  const std::scoped_lock lock(mutex_);
  Memory& memory = devices_[static_cast<size_t>(device)].memory;
  memory.allocated_peak = memory.allocated;
  memory.reserved_peak = memory.reserved;
}

void Timeline::forget_peaks() {
  const std::scoped_lock lock(mutex_);
  for (size_t i = 0; i < devices_.size(); ++i) reset_peak(static_cast<c10::DeviceIndex>(i));
  counters_.page_locked_peak_bytes = counters_.page_locked_bytes;
}

std::map<std::string, int64_t> Timeline::launches_by_name(size_t bytes) {
  const std::scoped_lock lock(mutex_);
  std::map<std::string, int64_t> launches;
  for (const auto& [name, by_bytes] : launches_by_name_)
    for (auto at = by_bytes.lower_bound(bytes); at != by_bytes.end(); ++at) launches[name] += at->second;
  return launches;
}

Counters Timeline::counters() {
  const std::scoped_lock lock(mutex_);
  return counters_;
}

void Timeline::fail_allocation(int64_t n) {
  const std::scoped_lock lock(mutex_);
  failing_allocation_ = n;
}

}  // namespace fw::pretend_gpu
