// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>

#include "base/host_memory.h"
#include "base/memory_use.h"

/// Where tensors live and what for. Every tensor that is not an activation is made by allocate(), and every
/// thread knows the phase it is in, so that memory can be accounted for by place, role and phase: on a real
/// device and, for a forecast, on the meta device, where nothing is allocated.
namespace fw::tensor {

enum class Placement {
  device,  ///< the device that computes
  host,    ///< ordinary memory
  pinned,  ///< page-locked memory, from which copies to a GPU can overlap with its work
};

using Role = MemoryRole;

enum class Phase {
  none = 0,
  loading,
  text_encoding,
  video_encoding,
  denoising,
  decoding,
  forward,
  backward,
  optimizer_step,
};

/// Of the calling thread. Threads that LibTorch makes for itself (autograd on a GPU) have their own.
Phase current_phase();
Role current_role();
Placement current_placement();

/// Sets the calling thread's phase until its end.
class PhaseScope {
 public:
  explicit PhaseScope(Phase phase);
  ~PhaseScope();
  PhaseScope(const PhaseScope&) = delete;

 private:
  Phase before_;
  int exceptions_;
};

/// The innermost phase that the last exception on the calling thread left, for who catches it: the current
/// phase is by then that of the catch.
Phase failed_phase();

/// Sets the calling thread's role until its end.
class RoleScope {
 public:
  explicit RoleScope(Role role);
  ~RoleScope();
  RoleScope(const RoleScope&) = delete;

 private:
  Role before_;
};

/// Sets where the calling thread's tensors count, until its end. It moves nothing: for dry runs, in which
/// the tensors of host and device are of the meta device both.
class PlacementScope {
 public:
  explicit PlacementScope(Placement placement);
  ~PlacementScope();
  PlacementScope(const PlacementScope&) = delete;

 private:
  Placement before_;
};

/// An uninitialised tensor.
/// @param device  the device that computes. On the meta device every placement gives a meta tensor; where it
///   is the CPU, all three are ordinary memory.
///   Where the system refuses page-locked memory it is ordinary memory, which is said once: copies of it
///   make the host wait.
/// @throws c10::OutOfMemoryError and LibTorch's other errors, as torch::empty does; fw::Error
///   tensor.no_host_memory where the host of another device lacks memory. Thread: any.
torch::Tensor allocate(torch::IntArrayRef shape, torch::Dtype dtype, torch::Device device,
                       Placement placement, Role role);

/// Page-locked memory, for work that is done in another way without it.
/// @return  nothing where the system refuses it, or would keep less than its reserve (base/host_memory.h)
std::optional<torch::Tensor> allocate_page_locked(torch::IntArrayRef shape, torch::Dtype dtype,
                                                  torch::Device device, Role role,
                                                  const HostFiles& files = {});

/// An uninitialised tensor for copies to and from an accelerator, in page-locked memory of LibTorch's own,
/// which it keeps until these copies are done. Where the system refuses that: as allocate().
torch::Tensor allocate_for_copies(torch::IntArrayRef shape, torch::Dtype dtype);

/// Asks the system for page-locked memory again after it has refused small blocks: at the start of each job,
/// since other jobs and programs may have ended. Thread: any.
void retry_page_locks();

/// An uninitialised tensor in the memory of `neighbour`: on its device or, for one on the host, in ordinary
/// host memory, in a dry run too.
torch::Tensor allocate_beside(const torch::Tensor& neighbour, torch::IntArrayRef shape, torch::Dtype dtype,
                              Role role);

/// Whether one can be computed into the other: both on the device or both on the host, in a dry run too.
bool same_memory(const torch::Tensor& a, const torch::Tensor& b);

}  // namespace fw::tensor
