// SPDX-License-Identifier: Apache-2.0
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/CachingHostAllocator.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <array>
#include <atomic>
#include <optional>
#include <utility>

#include "support/pretend_gpu/backend.h"
#include "support/pretend_gpu/timeline.h"

/// PyTorch's device interface: current device and streams, events, allocators, generators.
namespace fw::pretend_gpu {

namespace {

constexpr auto type = c10::DeviceType::PrivateUse1;

thread_local c10::DeviceIndex current_device = 0;
thread_local std::array<std::optional<c10::Stream>, device_count> current_streams;

Timeline& timeline() {
  return Timeline::get();
}

c10::Stream default_stream(c10::DeviceIndex device) {
  return c10::Stream(c10::Stream::UNSAFE, c10::Device(type, device), device);
}

c10::Stream current_stream(c10::DeviceIndex device) {
  return current_streams[static_cast<size_t>(device)].value_or(default_stream(device));
}

c10::DeviceIndex index_of(c10::Device device) {
  return device.has_index() ? device.index() : current_device;
}

struct Guard final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return pretend_gpu::type; }
  c10::Device exchangeDevice(c10::Device device) const override {
    return {pretend_gpu::type, std::exchange(current_device, index_of(device))};
  }
  c10::Device getDevice() const override { return {pretend_gpu::type, current_device}; }
  void setDevice(c10::Device device) const override { current_device = index_of(device); }
  void uncheckedSetDevice(c10::Device device) const noexcept override { current_device = index_of(device); }
  c10::Stream getStream(c10::Device device) const override { return current_stream(index_of(device)); }
  c10::Stream getDefaultStream(c10::Device device) const override { return default_stream(index_of(device)); }
  c10::Stream getStreamFromGlobalPool(c10::Device device, bool) const override {
    return timeline().new_stream(index_of(device));
  }
  c10::Stream getNewStream(c10::Device device, int) const override {
    return timeline().new_stream(index_of(device));
  }
  c10::Stream exchangeStream(c10::Stream stream) const override {
    auto& here = current_streams[static_cast<size_t>(stream.device_index())];
    const c10::Stream before = current_stream(stream.device_index());
    here = stream;
    return before;
  }
  void destroyEvent(void* event, const c10::DeviceIndex) const noexcept override {
    delete static_cast<Point*>(event);
  }
  void record(void** event, const c10::Stream& stream, const c10::DeviceIndex,
              const c10::EventFlag) const override {
    auto point = std::make_unique<Point>(timeline().point(stream));
    destroyEvent(std::exchange(*event, point.release()), stream.device_index());
  }
  void block(void* event, const c10::Stream& stream) const override {
    if (event) timeline().block(stream, *static_cast<Point*>(event));
  }
  bool queryEvent(void* event) const override {
    return !event || timeline().is_done(*static_cast<Point*>(event));
  }
  c10::DeviceIndex deviceCount() const noexcept override { return device_count; }
  bool queryStream(const c10::Stream& stream) const override {
    return timeline().is_done(timeline().point(stream));
  }
  void synchronizeStream(const c10::Stream& stream) const override {
    timeline().wait(timeline().point(stream));
  }
  void synchronizeEvent(void* event) const override {
    if (event) timeline().wait(*static_cast<Point*>(event));
  }
  void synchronizeDevice(const c10::DeviceIndex device) const override { timeline().wait_for_device(device); }
  void recordDataPtrOnStream(const c10::DataPtr& memory, const c10::Stream& stream) const override {
    timeline().record(memory.get(), stream);
  }
};

std::atomic<bool> is_set_up = false;

void free_on_device(void* memory) {
  if (memory) timeline().free(static_cast<std::byte*>(memory));
}
void free_page_locked(void* memory) {
  if (memory) timeline().free_page_locked(static_cast<std::byte*>(memory));
}

struct DeviceMemory final : c10::DeviceAllocator {
  c10::DataPtr allocate(size_t bytes) override {
    is_set_up = true;
    const c10::Stream stream = current_stream(current_device);
    void* const memory = bytes == 0 ? nullptr : timeline().allocate(stream, bytes);
    return {memory, memory, free_on_device, stream.device()};
  }
  c10::DeleterFnPtr raw_deleter() const override { return free_on_device; }
  void copy_data(void*, const void*, std::size_t) const override {
    TORCH_CHECK(false, "device memory is copied by tensors only");
  }
  // As CUDA's: false until LibTorch has set the device up.
  bool initialized() override { return is_set_up; }
  void emptyCache(c10::MempoolId_t) override { timeline().empty_cache(current_device); }
  void recordStream(const c10::DataPtr& memory, c10::Stream stream) override {
    timeline().record(memory.get(), stream);
  }
  c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex device) override {
    TORCH_CHECK(is_set_up, "Invalid device argument ", static_cast<int>(device), ": did you call init?");
    const Timeline::Memory memory = timeline().memory(device);
    c10::CachingDeviceAllocator::DeviceStats stats;
    stats.allocated_bytes[0].current = memory.allocated;
    stats.allocated_bytes[0].peak = memory.allocated_peak;
    stats.reserved_bytes[0].current = memory.reserved;
    stats.reserved_bytes[0].peak = memory.reserved_peak;
    return stats;
  }
  void resetAccumulatedStats(c10::DeviceIndex) override {}
  void resetPeakStats(c10::DeviceIndex device) override { timeline().reset_peak(device); }
  std::pair<size_t, size_t> getMemoryInfo(c10::DeviceIndex device) override {
    const Timeline::Memory memory = timeline().memory(device);
    return {static_cast<size_t>(memory.capacity - memory.reserved), static_cast<size_t>(memory.capacity)};
  }
};

struct PageLockedMemory final : at::HostAllocator {
  c10::DataPtr allocate(size_t bytes) override {
    void* const memory = bytes == 0 ? nullptr : timeline().allocate_page_locked(bytes);
    return {memory, memory, free_page_locked, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return free_page_locked; }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }
  bool record_event(void*, void*, c10::Stream) override {
    return true;
  }  // copies are counted as they are queued
  void empty_cache() override {}
  at::HostStats get_stats() override { return {}; }
  void reset_accumulated_stats() override {}
  void reset_peak_stats() override {}
};

/// Seeds and states as the CPU's; operators draw a seed from it on launch.
struct Generator final : c10::GeneratorImpl {
  explicit Generator(c10::DeviceIndex device)
      : GeneratorImpl(c10::Device(type, device), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)),
        engine(at::make_intrusive<at::CPUGeneratorImpl>()) {}

  void set_current_seed(uint64_t seed) override { engine->set_current_seed(seed); }
  void set_offset(uint64_t offset) override { engine->set_offset(offset); }
  uint64_t get_offset() const override { return engine->get_offset(); }
  uint64_t current_seed() const override { return engine->current_seed(); }
  uint64_t seed() override { return engine->seed(); }
  void set_state(const c10::TensorImpl& state) override { engine->set_state(state); }
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override { return engine->get_state(); }
  Generator* clone_impl() const override {
    auto* const copy = new Generator(device().index());
    copy->engine->set_state(*engine->get_state());
    return copy;
  }

  c10::intrusive_ptr<at::CPUGeneratorImpl> engine;
};

struct Hooks final : at::PrivateUse1HooksInterface {
  void init() const override { is_set_up = true; }
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  const at::Generator& getDefaultGenerator(c10::DeviceIndex device) const override {
    static const std::array<at::Generator, device_count> generators = {
        at::make_generator<Generator>(0), at::make_generator<Generator>(1), at::make_generator<Generator>(2)};
    return generators[static_cast<size_t>(device < 0 ? current_device : device)];
  }
  at::Generator getNewGenerator(c10::DeviceIndex device) const override {
    return at::make_generator<Generator>(device < 0 ? current_device : device);
  }
  at::Device getDeviceFromPtr(void*) const override { return {type, current_device}; }
  bool isPinnedPtr(const void* memory) const override { return timeline().is_page_locked(memory); }
  at::Allocator* getPinnedMemoryAllocator() const override { return at::getHostAllocator(type); }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  c10::DeviceIndex deviceCount() const override { return device_count; }
  void setCurrentDevice(c10::DeviceIndex device) const override { current_device = device; }
  c10::DeviceIndex getCurrentDevice() const override { return current_device; }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override {
    return std::exchange(current_device, device);
  }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex device) const override {
    return device < 0 ? current_device : exchangeDevice(device);
  }
};

void register_once() {
  static const bool registered = [] {
    static DeviceMemory device_memory;
    static PageLockedMemory page_locked_memory;
    c10::register_privateuse1_backend("pretend");
    c10::impl::registerDeviceGuard(type, new Guard);
    c10::SetAllocator(type, &device_memory);
    at::setHostAllocator(type, &page_locked_memory);
    at::RegisterPrivateUse1HooksInterface(new Hooks);
    return true;
  }();
  static_cast<void>(registered);
}

}  // namespace

uint64_t draw_seed(const at::Generator& generator) {
  return static_cast<Generator*>(generator.unsafeGetGeneratorImpl())->engine->random64();
}

void begin(const Options& options) {
  Timeline::get().begin(options);
  register_once();
}

std::vector<std::string> end() {
  return Timeline::get().end();
}

void fail_allocation(int64_t n) {
  Timeline::get().fail_allocation(n);
}

std::map<std::string, int64_t> launches_by_name(size_t bytes) {
  return Timeline::get().launches_by_name(bytes);
}

Counters counters() {
  return Timeline::get().counters();
}

void forget_peaks() {
  Timeline::get().forget_peaks();
}

void lock_pages(void* memory, size_t bytes) {
  Timeline::get().lock_pages(static_cast<std::byte*>(memory), bytes);
}

void unlock_pages(void* memory) {
  Timeline::get().unlock_pages(static_cast<std::byte*>(memory));
}

torch::Device device(int index) {
  return {type, static_cast<c10::DeviceIndex>(index)};
}

}  // namespace fw::pretend_gpu
