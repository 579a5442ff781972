// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>

#include "base/host_memory.h"
#include "base/memory_use.h"

/// Where tensors are placed and what they are for. All tensors except activations are created by allocate(),
/// and each thread knows its phase, so that memory is accounted for by placement, role and phase, on real
/// devices and, for a forecast, on the meta device, where nothing is allocated.
namespace fw::tensor {

enum class Placement {
  device,  ///< the computing device
  host,    ///< pageable host memory
  pinned,  ///< page-locked host memory: copies to a GPU overlap with its work
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

/// State of the calling thread. LibTorch's own threads (autograd on a GPU) have separate state.
Phase current_phase();
Role current_role();
Placement current_placement();

/// Sets the calling thread's phase during its lifetime.
class PhaseScope {
 public:
  explicit PhaseScope(Phase phase);
  ~PhaseScope();
  PhaseScope(const PhaseScope&) = delete;

 private:
  Phase before_;
  int exceptions_;
};

/// The innermost phase left by the last exception on the calling thread. For exception handlers, in which the
/// current phase is that of the handler.
Phase failed_phase();

/// Sets the calling thread's role during its lifetime.
class RoleScope {
 public:
  explicit RoleScope(Role role);
  ~RoleScope();
  RoleScope(const RoleScope&) = delete;

 private:
  Role before_;
};

/// Sets the placement under which the calling thread's tensors count, during its lifetime. Moves nothing: for
/// dry runs, in which tensors of host and device are both on the meta device.
class PlacementScope {
 public:
  explicit PlacementScope(Placement placement);
  ~PlacementScope();
  PlacementScope(const PlacementScope&) = delete;

 private:
  Placement before_;
};

/// Creates an uninitialised tensor.
/// @param device  the computing device. On the meta device all placements give a meta tensor, and on the CPU
///                ordinary memory. If the system refuses page-locked memory, ordinary memory is used and a
///                warning is logged once; its copies block the host.
/// @throws c10::OutOfMemoryError and LibTorch's other errors, as torch::empty; fw::Error
///   tensor.no_host_memory if host memory is short for another device. Thread: any.
torch::Tensor allocate(torch::IntArrayRef shape, torch::Dtype dtype, torch::Device device,
                       Placement placement, Role role);

/// Allocates page-locked memory, for callers with an alternative to it.
/// @return  nullopt if the system refuses it or would keep less than its reserve (base/host_memory.h)
std::optional<torch::Tensor> allocate_page_locked(torch::IntArrayRef shape, torch::Dtype dtype,
                                                  torch::Device device, Role role,
                                                  const HostFiles& files = {});

/// Creates an uninitialised tensor for copies to and from an accelerator, in LibTorch's page-locked memory,
/// which is not reused until these copies are complete. If the system refuses that, as allocate().
torch::Tensor allocate_for_copies(torch::IntArrayRef shape, torch::Dtype dtype);

/// Makes small allocations try page-locked memory again after a refusal. Called at the start of each job,
/// since other jobs and programs may have ended. Thread: any.
void retry_page_locks();

/// Creates an uninitialised tensor in the same memory as `neighbour`: on its device or, if that is on the
/// host, in pageable host memory; also in a dry run.
torch::Tensor allocate_beside(const torch::Tensor& neighbour, torch::IntArrayRef shape, torch::Dtype dtype,
                              Role role);

/// True if both are on the device or both on the host; also in a dry run.
bool same_memory(const torch::Tensor& a, const torch::Tensor& b);

}  // namespace fw::tensor
