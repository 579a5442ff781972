// SPDX-License-Identifier: Apache-2.0
#include "tensor/placement.h"

#include <sys/mman.h>

#include <exception>
#include <mutex>
#include <optional>
#include <utility>

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

// Large fresh memory is filled once from end to end: huge pages save most of its page faults. Only whole huge
// pages inside the tensor are asked for, so that nothing beyond it becomes resident.
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

/// Looking at the host's memory costs more than a small tensor.
constexpr uint64_t small_bytes = uint64_t{16} << 20;

/// Checks first: Linux grants more memory than there is, and kills the process that uses it.
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

void warn_of_ordinary_memory(torch::IntArrayRef shape, torch::Dtype dtype) {
  static std::once_flag once;
  const uint64_t bytes = bytes_of(shape, dtype);
  std::call_once(once, [&] {
    log::warn("The system refuses page-locked memory (" + format_bytes(bytes) +
              " more). Copies to and from the GPU use ordinary memory, which is slower.");
  });
}

/// Whether `allocate` worked; not where memory is refused.
template <class Allocate>
std::optional<torch::Tensor> if_granted(const Allocate& allocate) {
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
  if (exceptions_ == 0) thread_failed_phase.reset();  // what failed before has been dealt with
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
    warn_of_ordinary_memory(shape, dtype);
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
  return if_granted([&] {
    const auto exact = exact_page_locked(shape, dtype, device);
    return exact ? *exact : page_locked_by_libtorch(shape, dtype);
  });
}

torch::Tensor allocate_for_copies(torch::IntArrayRef shape, torch::Dtype dtype) {
  if (const auto locked = if_granted([&] { return page_locked_by_libtorch(shape, dtype); })) return *locked;
  warn_of_ordinary_memory(shape, dtype);
  return allocate_on_host(shape, dtype);
}

torch::Tensor allocate_beside(const torch::Tensor& neighbour, torch::IntArrayRef shape, torch::Dtype dtype,
                              Role role) {
  const bool on_host = placement_of(neighbour) != Placement::device;
  return allocate(shape, dtype, neighbour.device(), on_host ? Placement::host : Placement::device, role);
}

bool same_memory(const torch::Tensor& a, const torch::Tensor& b) {
  if (a.device() != b.device()) return false;
  if (DryRun::target() == torch::kCPU) return true;  // there is one memory
  return (placement_of(a) == Placement::device) == (placement_of(b) == Placement::device);
}

}  // namespace fw::tensor
