// SPDX-License-Identifier: Apache-2.0
#include "tensor/placement.h"

#include <sys/mman.h>

#include <exception>
#include <optional>
#include <utility>

#include "tensor/device.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "tensor/page_locked.h"

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
    if (auto locked = exact_page_locked(shape, dtype, device)) return *locked;
  }
  auto options = torch::TensorOptions().dtype(dtype).device(device);
  if (is_accelerator(device) && placement != Placement::device) {
    options = options.device(torch::kCPU).pinned_memory(placement == Placement::pinned);
  }
  torch::Tensor tensor = torch::empty(shape, options);
  if (tensor.device().is_cpu() && !options.pinned_memory()) use_huge_pages(tensor);
  return tensor;
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
