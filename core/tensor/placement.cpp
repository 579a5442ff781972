// SPDX-License-Identifier: Apache-2.0
#include "tensor/placement.h"

#include <sys/mman.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "base/warn.h"
#include "tensor/device.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "tensor/page_locked.h"
#include "tensor/torch_errors.h"

namespace fw::tensor {

namespace {

thread_local Phase thread_phase = Phase::none;
thread_local std::optional<Phase> thread_failed_phase;
thread_local Role thread_role = Role::activation;
thread_local Placement thread_placement = Placement::device;

// New large memory is written once from start to end, and huge pages avoid most of the page faults. Only
// requests whole huge pages inside the tensor, so that nothing beyond it becomes resident.
void use_huge_pages(const torch::Tensor& tensor) {
  constexpr uintptr_t huge_page = uintptr_t{2} << 20;
  const auto start = reinterpret_cast<uintptr_t>(tensor.data_ptr());
  const uintptr_t first = (start + huge_page - 1) / huge_page * huge_page;
  const uintptr_t last = (start + tensor.nbytes()) / huge_page * huge_page;
  if (last > first) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

constexpr ErrorCode no_host_memory{
    "tensor.no_host_memory", FW_TEXT("errors", "Host memory is full: {needed} needed, {free} free."),
    FW_TEXT("errors",
            "Close other programs, stream fewer blocks (memory.streamed_blocks), or keep activations and "
            "optimizer on the GPU. What was saved is intact: a run resumes from its newest checkpoint, if it "
            "has one.")};

uint64_t bytes_of(torch::IntArrayRef shape, torch::Dtype dtype) {
  return static_cast<uint64_t>(c10::multiply_integers(shape)) * c10::elementSize(dtype);
}

/// Querying host memory costs more than allocating a small tensor.
constexpr uint64_t small_bytes = uint64_t{16} << 20;

/// Checks first, because Linux overcommits memory and later kills the process that uses it.
torch::Tensor allocate_on_host(torch::IntArrayRef shape, torch::Dtype dtype) {
  const uint64_t bytes = bytes_of(shape, dtype);
  const auto require = [&](bool enough) {
    if (enough) return;
    const uint64_t free = host_memory().free;
    throw Error(no_host_memory, {{"needed", format_bytes(bytes)}, {"free", format_bytes(free)}});
  };
  if (bytes >= small_bytes) require(bytes <= host_memory().free);
  torch::Tensor tensor;
  try {
    tensor = torch::empty(shape, torch::TensorOptions(dtype));
  } catch (const c10::Error& error) {
    require(!is_out_of_memory(error));
    throw;
  }
  use_huge_pages(tensor);
  return tensor;
}

/// Result of `allocate`; nullopt if memory is refused.
template <class Allocate>
auto if_granted(const Allocate& allocate) -> std::optional<decltype(allocate())> {
  try {
    return allocate();
  } catch (const c10::Error& error) {
    if (!is_out_of_memory(error)) throw;
    return std::nullopt;
  }
}

torch::Tensor page_locked_by_libtorch(torch::IntArrayRef shape, torch::Dtype dtype) {
  return torch::empty(shape, torch::TensorOptions(dtype).pinned_memory(true));
}

/// Page-locked blocks of a few bytes. LibTorch reads values of a device through such blocks and fails without
/// them. A reserve is kept until the system refuses to lock more; from then on, all other blocks use ordinary
/// memory.
class SmallPageLocks {
 public:
  std::optional<torch::Tensor> allocate(torch::IntArrayRef shape, torch::Dtype dtype) {
    const std::scoped_lock lock(mutex_);
    if (!is_refused_ && reserve_.empty()) fill_reserve();
    if (is_refused_) return std::nullopt;
    auto locked = if_granted([&] { return page_locked_by_libtorch(shape, dtype); });
    if (!locked) refuse();
    return locked;
  }
  void warn_once(torch::IntArrayRef shape, torch::Dtype dtype) {
    if (has_warned_.exchange(true)) return;
    log::warn("The system refuses page-locked memory (" + format_bytes(bytes_of(shape, dtype)) +
              " more). Copies to and from the GPU use ordinary memory, which is slower.");
  }
  void retry() {
    const std::scoped_lock lock(mutex_);
    is_refused_ = has_warned_ = false;
  }

 private:
  void fill_reserve() {
    constexpr int64_t largest = 64;
    for (int64_t bytes = 1; bytes <= largest && !is_refused_; bytes *= 2) {
      const auto locked = if_granted([&] { return page_locked_by_libtorch({bytes}, torch::kUInt8); });
      locked ? reserve_.push_back(*locked) : refuse();
    }
  }
  void refuse() {
    is_refused_ = true;
    reserve_.clear();  // returns them to LibTorch's cache
  }

  std::mutex mutex_;
  bool is_refused_ = false;
  std::vector<torch::Tensor> reserve_;
  std::atomic<bool> has_warned_ = false;
};

SmallPageLocks& small_page_locks() {
  static auto* const locks = new SmallPageLocks;  // never destroyed: CUDA ends before statics
  return *locks;
}

std::optional<torch::Tensor> libtorch_page_locked(torch::IntArrayRef shape, torch::Dtype dtype) {
  if (bytes_of(shape, dtype) < small_bytes) return small_page_locks().allocate(shape, dtype);
  return if_granted([&] { return page_locked_by_libtorch(shape, dtype); });
}

}  // namespace

Phase current_phase() {
  return thread_phase;
}

Role current_role() {
  return thread_role;
}

Placement current_placement() {
  return thread_placement;
}

PhaseScope::PhaseScope(Phase phase)
    : before_(std::exchange(thread_phase, phase)), exceptions_(std::uncaught_exceptions()) {
  if (exceptions_ == 0) thread_failed_phase.reset();  // earlier failures have been handled
}
PhaseScope::~PhaseScope() {
  if (std::uncaught_exceptions() > exceptions_ && !thread_failed_phase) thread_failed_phase = thread_phase;
  thread_phase = before_;
}

Phase failed_phase() {
  return thread_failed_phase.value_or(thread_phase);
}

RoleScope::RoleScope(Role role) : before_(std::exchange(thread_role, role)) {}
RoleScope::~RoleScope() {
  thread_role = before_;
}

PlacementScope::PlacementScope(Placement placement) : before_(std::exchange(thread_placement, placement)) {}
PlacementScope::~PlacementScope() {
  thread_placement = before_;
}

torch::Tensor allocate(torch::IntArrayRef shape, torch::Dtype dtype, torch::Device device,
                       Placement placement, Role role) {
  const RoleScope scope(role);
  const PlacementScope place(placement);
  if (is_accelerator(device) && placement == Placement::pinned) {
    if (auto locked = allocate_page_locked(shape, dtype, device, role)) return *locked;
    small_page_locks().warn_once(shape, dtype);
  }
  if (is_accelerator(device) && placement != Placement::device) return allocate_on_host(shape, dtype);
  torch::Tensor tensor = torch::empty(shape, torch::TensorOptions(dtype).device(device));
  if (tensor.device().is_cpu()) use_huge_pages(tensor);
  return tensor;
}

std::optional<torch::Tensor> allocate_page_locked(torch::IntArrayRef shape, torch::Dtype dtype,
                                                  torch::Device device, Role role, const HostFiles& files) {
  if (!is_accelerator(device)) return allocate(shape, dtype, device, Placement::pinned, role);
  const RoleScope scope(role);
  const PlacementScope place(Placement::pinned);
  const uint64_t bytes = bytes_of(shape, dtype);
  if (bytes >= small_bytes && bytes > host_memory(files).usable()) return std::nullopt;
  const auto exact = if_granted([&] { return exact_page_locked(shape, dtype, device); });
  if (!exact) return std::nullopt;
  return *exact ? *exact : libtorch_page_locked(shape, dtype);
}

torch::Tensor allocate_for_copies(torch::IntArrayRef shape, torch::Dtype dtype) {
  if (const auto locked = libtorch_page_locked(shape, dtype)) return *locked;
  small_page_locks().warn_once(shape, dtype);
  return allocate_on_host(shape, dtype);
}

void retry_page_locks() {
  small_page_locks().retry();
}

torch::Tensor allocate_beside(const torch::Tensor& neighbour, torch::IntArrayRef shape, torch::Dtype dtype,
                              Role role) {
  const bool on_host = placement_of(neighbour) != Placement::device;
  return allocate(shape, dtype, neighbour.device(), on_host ? Placement::host : Placement::device, role);
}

bool same_memory(const torch::Tensor& a, const torch::Tensor& b) {
  if (a.device() != b.device()) return false;
  if (DryRun::target() == torch::kCPU) return true;  // there is only one memory
  return (placement_of(a) == Placement::device) == (placement_of(b) == Placement::device);
}

}  // namespace fw::tensor
