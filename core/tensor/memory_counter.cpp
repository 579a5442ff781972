// SPDX-License-Identifier: Apache-2.0
#include "tensor/memory_counter.h"

#include <c10/core/Allocator.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "tensor/cpu_region.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::tensor {

/// The counts of one counter. Lives as long as a tensor that it counted.
struct MemoryCounter::Ledger {
  struct Account {
    MemoryUse live;
    int64_t live_bytes = 0;
    std::array<MemoryUse, phase_count> peaks;
    std::array<int64_t, phase_count> peak_bytes{};
  };

  mutable std::mutex mutex;  // frees may come from another thread
  std::array<Account, placement_count> accounts;
  int64_t all_bytes = 0, all_peak_bytes = 0, host_peak_bytes = 0;
  MemoryUse all_peak;
  int64_t largest = 0;

  void add(Placement placement, Role role, Phase phase, int64_t bytes) {
    const std::lock_guard lock(mutex);
    Account& account = accounts[static_cast<size_t>(placement)];
    account.live.by_role[static_cast<size_t>(role)] += bytes;
    account.live_bytes += bytes;
    all_bytes += bytes;
    if (bytes < 0) return;
    largest = std::max(largest, bytes);
    host_peak_bytes = std::max(host_peak_bytes, host_bytes());
    int64_t& peak = account.peak_bytes[static_cast<size_t>(phase)];
    if (account.live_bytes > peak) {
      peak = account.live_bytes;
      account.peaks[static_cast<size_t>(phase)] = account.live;
    }
    if (all_bytes > all_peak_bytes) {
      all_peak_bytes = all_bytes;
      all_peak = sum_of_accounts();
    }
  }
  int64_t host_bytes() const {
    return accounts[static_cast<size_t>(Placement::host)].live_bytes +
           accounts[static_cast<size_t>(Placement::pinned)].live_bytes;
  }
  MemoryUse sum_of_accounts() const {
    MemoryUse sum;
    for (const Account& account : accounts)
      for (size_t role = 0; role < memory_role_count; ++role) sum.by_role[role] += account.live.by_role[role];
    return sum;
  }
};

namespace {

using Ledger = MemoryCounter::Ledger;

thread_local std::shared_ptr<Ledger> thread_ledger;

/// A counted allocation.
struct Entry {
  std::shared_ptr<Ledger> ledger;
  int64_t bytes;
  Placement placement;
  Role role;

  Entry(int64_t bytes, Placement placement, Role role)
      : ledger(thread_ledger), bytes(bytes), placement(placement), role(role) {
    ledger->add(placement, role, current_phase(), bytes);
  }
  ~Entry() { ledger->add(placement, role, Phase::none, -bytes); }
  Entry(const Entry&) = delete;

  void set_role(Role changed) {
    ledger->add(placement, role, Phase::none, -bytes);
    role = changed;
    ledger->add(placement, role, current_phase(), bytes);
  }
};

bool for_device() {
  return DryRun::active() && DryRun::target() != torch::kCPU;
}

void free_meta(void* entry) {
  delete static_cast<Entry*>(entry);
}
void free_nothing(void*) {}

/// Meta tensors have no memory, so the entry is the context that their storage frees.
class MetaAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(size_t bytes) override {
    const c10::Device device(c10::DeviceType::Meta);
    if (!thread_ledger) return {nullptr, nullptr, &free_nothing, device};
    constexpr size_t block = 512;
    const bool blocks = for_device() && current_placement() == Placement::device;
    const size_t counted = blocks ? (bytes + block - 1) / block * block : bytes;
    auto* entry = new Entry(static_cast<int64_t>(counted), current_placement(), current_role());
    return {nullptr, entry, &free_meta, device};
  }
  void copy_data(void*, const void*, size_t) const override {}
};

/// LibTorch frees some CPU memory by address only, so entries are stored separately.
class CpuEntries {
 public:
  void add(void* memory, std::unique_ptr<Entry> entry) {
    const std::lock_guard lock(mutex_);
    entries_[memory] = std::move(entry);
    count_ = entries_.size();
  }
  void remove(void* memory) {
    if (count_ == 0) return;
    std::unique_ptr<Entry> entry;
    const std::lock_guard lock(mutex_);
    if (auto node = entries_.extract(memory)) entry = std::move(node.mapped());
    count_ = entries_.size();
  }
  void set_role(void* memory, Role role) {
    const std::lock_guard lock(mutex_);
    if (const auto found = entries_.find(memory); found != entries_.end()) found->second->set_role(role);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<void*, std::unique_ptr<Entry>> entries_;
  std::atomic<size_t> count_{0};
};

// Never destroyed, since static tensors may be freed later.
CpuEntries& cpu_entries() {
  static auto* entries = new CpuEntries;
  return *entries;
}

c10::Allocator* plain_cpu_allocator = nullptr;

// Never destroyed either. No larger than physical memory, so that the system refuses what does not fit.
CpuRegion& region() {
  static auto* region = new CpuRegion(static_cast<size_t>(::sysconf(_SC_PHYS_PAGES)) *
                                      static_cast<size_t>(::sysconf(_SC_PAGESIZE)));
  return *region;
}

void free_cpu(void* memory) {
  cpu_entries().remove(memory);
  if (!region().give_back(memory)) plain_cpu_allocator->raw_deleter()(memory);
}

c10::DataPtr cpu_memory(size_t bytes) {
  void* const large = bytes >= CpuRegion::smallest ? region().take(bytes) : nullptr;
  if (large == nullptr) return plain_cpu_allocator->allocate(bytes);
  return {large, large, &free_cpu, c10::Device(c10::DeviceType::CPU)};
}

class CpuAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(size_t bytes) override {
    c10::DataPtr memory = cpu_memory(bytes);
    if (!thread_ledger || memory.get() == nullptr) return memory;
    const Placement placement = for_device() ? Placement::host : current_placement();
    void* address = memory.release_context();
    cpu_entries().add(address,
                      std::make_unique<Entry>(static_cast<int64_t>(bytes), placement, current_role()));
    return {address, address, &free_cpu, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &free_cpu; }
  void copy_data(void* target, const void* source, size_t bytes) const override {
    plain_cpu_allocator->copy_data(target, source, bytes);
  }
};

// Runs when the library is loaded, before any thread allocates.
[[maybe_unused]] const bool installed = [] {
  static MetaAllocator meta;
  static CpuAllocator cpu;
  constexpr uint8_t priority = 100;
  plain_cpu_allocator = c10::GetAllocator(c10::DeviceType::CPU);
  c10::SetAllocator(c10::DeviceType::Meta, &meta, priority);
  c10::SetAllocator(c10::DeviceType::CPU, &cpu, priority);
  return true;
}();

}  // namespace

void release_cpu_memory() {
  region().release();
}

MemoryCounter::MemoryCounter()
    : ledger_(std::make_shared<Ledger>()), before_(std::exchange(thread_ledger, ledger_)) {}
MemoryCounter::~MemoryCounter() {
  thread_ledger = before_;
}

CountingPause::CountingPause() : before_(std::exchange(thread_ledger, nullptr)) {}
CountingPause::~CountingPause() {
  thread_ledger = before_;
}

MemoryUse MemoryCounter::live(Placement placement) const {
  const std::lock_guard lock(ledger_->mutex);
  return ledger_->accounts[static_cast<size_t>(placement)].live;
}

MemoryUse MemoryCounter::peak(Placement placement) const {
  const std::lock_guard lock(ledger_->mutex);
  const Ledger::Account& account = ledger_->accounts[static_cast<size_t>(placement)];
  const auto most = std::max_element(account.peak_bytes.begin(), account.peak_bytes.end());
  return account.peaks[static_cast<size_t>(most - account.peak_bytes.begin())];
}

MemoryUse MemoryCounter::peak(Placement placement, Phase phase) const {
  const std::lock_guard lock(ledger_->mutex);
  return ledger_->accounts[static_cast<size_t>(placement)].peaks[static_cast<size_t>(phase)];
}

MemoryUse MemoryCounter::peak_of_all() const {
  const std::lock_guard lock(ledger_->mutex);
  return ledger_->all_peak;
}

int64_t MemoryCounter::largest() const {
  const std::lock_guard lock(ledger_->mutex);
  return ledger_->largest;
}

int64_t MemoryCounter::peak_of_host() const {
  const std::lock_guard lock(ledger_->mutex);
  return ledger_->host_peak_bytes;
}

void MemoryCounter::reset_peaks() {
  const std::lock_guard lock(ledger_->mutex);
  for (Ledger::Account& account : ledger_->accounts) {
    account.peaks.fill(account.live);
    account.peak_bytes.fill(account.live_bytes);
  }
  ledger_->all_peak_bytes = ledger_->all_bytes;
  ledger_->all_peak = ledger_->sum_of_accounts();
  ledger_->host_peak_bytes = ledger_->host_bytes();
}

void set_role(const torch::Tensor& tensor, Role role) {
  if (!tensor.defined() || !tensor.has_storage()) return;
  const c10::DataPtr& memory = tensor.storage().data_ptr();
  if (tensor.is_meta()) {
    if (memory.get_deleter() == &free_meta) static_cast<Entry*>(memory.get_context())->set_role(role);
  } else if (memory.get_deleter() == &free_cpu) {
    cpu_entries().set_role(memory.get_context(), role);
  }
}

Placement placement_of(const torch::Tensor& tensor) {
  if (!tensor.defined() || !tensor.is_meta() || !tensor.has_storage()) return Placement::device;
  const c10::DataPtr& memory = tensor.storage().data_ptr();
  const bool counted = memory.get_deleter() == &free_meta && memory.get_context() != nullptr;
  return counted ? static_cast<Entry*>(memory.get_context())->placement : Placement::device;
}

std::shared_ptr<void> count_bytes(size_t bytes, Placement placement, Role role) {
  if (!thread_ledger) return nullptr;
  return std::make_shared<Entry>(static_cast<int64_t>(bytes), placement, role);
}

}  // namespace fw::tensor
