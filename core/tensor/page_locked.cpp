// SPDX-License-Identifier: Apache-2.0
#include "tensor/page_locked.h"

#include <sys/mman.h>
#include "tensor/libtorch.h"

#include <bit>
#include <map>

#include "cuda/part.h"

namespace fw::tensor {

namespace {

std::map<torch::DeviceType, PageLocks>& all_locks() {
  static std::map<torch::DeviceType, PageLocks> locks = {
      {torch::kCUDA,
       {[](void* memory, size_t bytes, torch::Device device) {
          return cuda::loaded_part().lock_pages(memory, bytes, device.index());
        },
        [](void* memory) { cuda::loaded_part().unlock_pages(memory); }}}};
  return locks;
}

}  // namespace

void set_page_locks(torch::DeviceType type, const PageLocks& locks) {
  all_locks()[type] = locks;
}

torch::Tensor own_mapping(void* memory, size_t bytes, torch::Device device) {
  const auto locks = all_locks().find(device.type());
  const bool has_locks = locks != all_locks().end();
  if (has_locks && !locks->second.lock(memory, bytes, device)) {
    ::munmap(memory, bytes);
    TORCH_CHECK_WITH(OutOfMemoryError, false, "No ", bytes, " bytes of page-locked memory.");
  }
  const auto release = [bytes, unlock = has_locks ? locks->second.unlock : nullptr](void* mapped) {
    if (unlock) unlock(mapped);
    ::munmap(mapped, bytes);
  };
  return torch::from_blob(memory, {static_cast<int64_t>(bytes)}, release, torch::kUInt8);
}

std::optional<torch::Tensor> exact_page_locked(torch::IntArrayRef shape, torch::Dtype dtype,
                                               torch::Device device) {
  constexpr size_t small = size_t{16} << 20;
  const size_t bytes = static_cast<size_t>(c10::multiply_integers(shape)) * c10::elementSize(dtype);
  if (!all_locks().contains(device.type()) || bytes < small || std::bit_ceil(bytes) - bytes <= bytes / 8)
    return std::nullopt;
  // Mapped separately, since a page can be locked for one owner only.
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  TORCH_CHECK_WITH(OutOfMemoryError, memory != MAP_FAILED, "No ", bytes, " bytes of host memory.");
  ::madvise(memory, bytes, MADV_HUGEPAGE);
  ::madvise(memory, bytes, MADV_DONTFORK);  // a child needs no copy of locked pages
  return own_mapping(memory, bytes, device).view(dtype).view(shape);
}

}  // namespace fw::tensor
