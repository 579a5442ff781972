// SPDX-License-Identifier: Apache-2.0
#include "tensor/checkpoint.h"

#include <ATen/Parallel.h>

#include <array>
#include <atomic>
#include <functional>
#include <optional>

#include "tensor/copy_stream.h"
#include "tensor/device.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"

namespace fw::tensor {

namespace {

using safetensors::TensorInfo;
using safetensors::TensorSet;

// Large enough for disk and kernel, and small enough for the second-level cache, where the data still is when
// it is converted.
constexpr int64_t chunk_bytes = int64_t{1} << 20;
constexpr int64_t upload_bytes = int64_t{16} << 20;

std::span<std::byte> bytes_of(const torch::Tensor& tensor) {
  return {static_cast<std::byte*>(tensor.data_ptr()), tensor.nbytes()};
}

// Calls work(chunk) for each of `count` chunks on LibTorch's threads. Chunks are assigned one at a time, so
// that a thread delayed by other programs does not hold up the rest.
void for_each_chunk(int64_t count, const std::function<void(int64_t)>& work) {
  constexpr int64_t worth_a_thread = 4;
  const int64_t threads = std::clamp<int64_t>(count / worth_a_thread, 1, at::get_num_threads());
  std::atomic<int64_t> next{0};
  at::parallel_for(0, threads, 1, [&](int64_t, int64_t) {
    for (int64_t chunk = next++; chunk < count; chunk = next++) work(chunk);
  });
}

void read_parallel(const TensorSet& set, const TensorInfo& info, uint64_t offset,
                   std::span<std::byte> target) {
  const auto size = static_cast<int64_t>(target.size());
  for_each_chunk((size + chunk_bytes - 1) / chunk_bytes, [&](int64_t chunk) {
    const int64_t first = chunk * chunk_bytes;
    set.read(info.name, offset + first, target.subspan(first, std::min(chunk_bytes, size - first)));
  });
}

// Values of the file as a tensor's: scaled in float32 where they have a scale.
torch::Tensor scaled(const torch::Tensor& values, float scale) {
  return scale == 1 ? values : values.to(torch::kFloat32).mul_(scale);
}

// @param target  flat, on the CPU
void read_converted(const TensorSet& set, const TensorInfo& info, const torch::Tensor& target) {
  const auto element = static_cast<int64_t>(byte_size(info.dtype));
  const int64_t step = chunk_bytes / element;
  for_each_chunk((target.numel() + step - 1) / step, [&](int64_t chunk) {
    const int64_t first = chunk * step;
    // One permanent buffer per thread: allocating memory for each chunk costs more than the conversion.
    thread_local const torch::Tensor buffer = torch::empty({chunk_bytes}, torch::kUInt8);
    const auto part = buffer.view(to_torch(info.dtype)).narrow(0, 0, std::min(step, target.numel() - first));
    set.read(info.name, first * element, bytes_of(part));
    target.narrow(0, first, part.numel()).copy_(scaled(part, set.scale(info.name)));
  });
}

// Maps the file as a tensor; nullopt if its values are not aligned for the type.
std::optional<torch::Tensor> map_tensor(const TensorSet& set, const TensorInfo& info, Placement placement,
                                        Role role) {
  const std::shared_ptr<std::byte> bytes = set.map(info.name);
  if (!bytes || reinterpret_cast<uintptr_t>(bytes.get()) % byte_size(info.dtype) != 0) return std::nullopt;
  const auto counted = count_bytes(info.bytes(), placement, role);
  return torch::from_blob(
      bytes.get(), info.shape, [bytes, counted](void*) {}, torch::TensorOptions(to_torch(info.dtype)));
}

// Alternates between two pinned buffers: one is filled from the file while the other is copied to the device,
// which converts.
// @param target  flat, on the device
void read_to_device(const TensorSet& set, const TensorInfo& info, const torch::Tensor& target) {
  struct Slot {
    torch::Tensor host;
    Event copied;
  };
  const c10::DeviceGuard guard(target.device());
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
    slot.copied.wait_on_host();
    const auto part = slot.host.narrow(0, 0, std::min(step, target.numel() - at));
    read_parallel(set, info, at * element, bytes_of(part));
    const auto goal = target.narrow(0, at, part.numel());
    const RoleScope role(Role::staging);
    const bool as_stored = stored == target.scalar_type() && set.scale(info.name) == 1;
    goal.copy_(
        as_stored ? part : scaled(part.to(target.device(), /*non_blocking=*/true), set.scale(info.name)),
        /*non_blocking=*/true);
    slot.copied = computation(target.device());
  }
  for (Slot& slot : slots) slot.copied.wait_on_host();
}

}  // namespace

Checkpoint Checkpoint::open(const std::filesystem::path& file_or_folder) {
  return Checkpoint(TensorSet::open(file_or_folder));
}

torch::Dtype Checkpoint::dtype(std::string_view name) const {
  return to_torch(set_.info(name).dtype);
}

torch::Dtype Checkpoint::copy_dtype(std::string_view name) const {
  return set_.is_quantized(name) ? torch::kBFloat16 : dtype(name);
}

torch::Dtype Checkpoint::exact_dtype(std::string_view name) const {
  return set_.is_quantized(name) ? torch::kFloat32 : dtype(name);
}

torch::Tensor Checkpoint::load(std::string_view name, torch::Dtype dtype, torch::Device device,
                               Placement placement, Role role) const {
  const TensorInfo& info = set_.info(name);
  const torch::NoGradGuard no_grad;
  const bool as_stored = dtype == to_torch(info.dtype) && set_.scale(name) == 1;
  if (device.is_cpu() && as_stored) {
    if (auto mapped = map_tensor(set_, info, placement, role)) return *mapped;
  }
  torch::Tensor tensor = allocate(info.shape, dtype, device, placement, role);
  const torch::Tensor flat = tensor.view({-1});
  if (tensor.is_cpu()) {
    as_stored ? read_parallel(set_, info, 0, bytes_of(tensor)) : read_converted(set_, info, flat);
  }
  if (is_accelerator(tensor.device())) read_to_device(set_, info, flat);
  return tensor;
}

torch::Tensor Checkpoint::read(std::string_view name) const {
  const TensorInfo& info = set_.info(name);
  torch::Tensor tensor =
      allocate(info.shape, to_torch(info.dtype), torch::kCPU, Placement::device, Role::weights);
  read_parallel(set_, info, 0, bytes_of(tensor));
  return tensor;
}

}  // namespace fw::tensor
