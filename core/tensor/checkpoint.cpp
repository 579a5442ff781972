// SPDX-License-Identifier: Apache-2.0
#include "tensor/checkpoint.h"

#include <ATen/Parallel.h>
#include <torch/torch.h>

#include <array>

#include "tensor/dtype.h"

#ifdef FW_CUDA
#include <ATen/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAGuard.h>
#endif

namespace fw::tensor {

namespace {

using safetensors::TensorInfo;
using safetensors::TensorSet;

// Large enough for the disk and the kernel, small enough for the second-level cache: what was read is still
// there when it is converted (tests/bench/RESULTS.md, loading).
constexpr int64_t chunk_bytes = int64_t{1} << 20;
#ifdef FW_CUDA
constexpr int64_t upload_bytes = int64_t{16} << 20;
#endif

std::span<std::byte> bytes_of(const torch::Tensor& tensor) {
  return {static_cast<std::byte*>(tensor.data_ptr()), tensor.nbytes()};
}

void read_parallel(const TensorSet& set, const TensorInfo& info, uint64_t offset,
                   std::span<std::byte> target) {
  const auto size = static_cast<int64_t>(target.size());
  at::parallel_for(0, (size + chunk_bytes - 1) / chunk_bytes, 1, [&](int64_t begin, int64_t end) {
    const int64_t first = begin * chunk_bytes;
    const int64_t last = std::min(end * chunk_bytes, size);
    set.read(info.name, offset + first, target.subspan(first, last - first));
  });
}

// @param target  flat, on the CPU
void read_converted(const TensorSet& set, const TensorInfo& info, const torch::Tensor& target) {
  const auto element = static_cast<int64_t>(byte_size(info.dtype));
  const int64_t step = chunk_bytes / element;
  at::parallel_for(0, (target.numel() + step - 1) / step, 1, [&](int64_t begin, int64_t end) {
    const auto buffer = torch::empty({step}, torch::TensorOptions(to_torch(info.dtype)));
    for (int64_t at = begin * step; at < std::min(end * step, target.numel()); at += step) {
      const auto part = buffer.narrow(0, 0, std::min(step, target.numel() - at));
      set.read(info.name, at * element, bytes_of(part));
      target.narrow(0, at, part.numel()).copy_(part);
    }
  });
}

#ifdef FW_CUDA
// Two pinned buffers in turn: one is filled from the file while the other goes to the GPU, which converts.
// @param target  flat, on the GPU
void read_to_gpu(const TensorSet& set, const TensorInfo& info, const torch::Tensor& target) {
  struct Slot {
    torch::Tensor host;
    at::cuda::CUDAEvent copied;
  };
  const c10::cuda::CUDAGuard guard(target.device());
  const auto stream = c10::cuda::getCurrentCUDAStream();
  const torch::Dtype stored = to_torch(info.dtype);
  const auto element = static_cast<int64_t>(byte_size(info.dtype));
  const int64_t step = std::min(upload_bytes / element, std::max<int64_t>(target.numel(), 1));
  std::array<Slot, 2> slots;
  for (Slot& slot : slots) {
    slot.host = allocate({step}, stored, target.device(), Placement::pinned, Role::staging);
  }
  size_t turn = 0;
  for (int64_t at = 0; at < target.numel(); at += step) {
    Slot& slot = slots[turn++ % slots.size()];
    slot.copied.synchronize();
    const auto part = slot.host.narrow(0, 0, std::min(step, target.numel() - at));
    read_parallel(set, info, at * element, bytes_of(part));
    const auto goal = target.narrow(0, at, part.numel());
    const RoleScope role(Role::staging);
    goal.copy_(stored == target.scalar_type() ? part : part.to(target.device(), /*non_blocking=*/true),
               /*non_blocking=*/true);
    slot.copied.record(stream);
  }
  for (Slot& slot : slots) slot.copied.synchronize();
}
#endif

}  // namespace

Checkpoint Checkpoint::open(const std::filesystem::path& file_or_folder) {
  return Checkpoint(TensorSet::open(file_or_folder));
}

torch::Dtype Checkpoint::dtype(std::string_view name) const {
  return to_torch(set_.info(name).dtype);
}

torch::Tensor Checkpoint::load(std::string_view name, torch::Dtype dtype, torch::Device device,
                               Placement placement, Role role) const {
  const TensorInfo& info = set_.info(name);
  const torch::NoGradGuard no_grad;
  torch::Tensor tensor = allocate(info.shape, dtype, device, placement, role);
  if (tensor.is_meta()) return tensor;
  const torch::Tensor flat = tensor.view({-1});
#ifdef FW_CUDA
  if (tensor.is_cuda()) {
    read_to_gpu(set_, info, flat);
    return tensor;
  }
#endif
  if (dtype == to_torch(info.dtype)) {
    read_parallel(set_, info, 0, bytes_of(tensor));
  } else {
    read_converted(set_, info, flat);
  }
  return tensor;
}

}  // namespace fw::tensor
