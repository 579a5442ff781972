// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

/// A lane of a GPU warp for int8_attention_lanes.h, in PTX. C++17 for nvcc.
namespace fw::kernels {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define FW_HAS_MMA
#endif

struct CardLane {
  __device__ int thread() const { return static_cast<int>(threadIdx.x); }
  __device__ int lane() const { return thread() % 32; }
  __device__ int warp() const { return thread() / 32; }
  __device__ float exchange(float value, int step) const { return __shfl_xor_sync(~0u, value, step); }
  __device__ float power_of_two(float x) const {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
  }
  __device__ uint32_t halves(float low, float high) const {
    const __half2 both = __floats2half2_rn(low, high);
    uint32_t bits;
    __builtin_memcpy(&bits, &both, sizeof bits);
    return bits;
  }
  __device__ float low(uint32_t both) const { return __low2float(pair(both)); }
  __device__ float high(uint32_t both) const { return __high2float(pair(both)); }

#ifdef FW_HAS_MMA
  /// Copies 16 bytes; zeros if `there` is false.
  __device__ void copy(void* to, const void* from, bool there) const {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared(to)), "l"(from),
                 "r"(there ? 16 : 0)
                 : "memory");
  }
  __device__ void commit() const {
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  __device__ void wait() const {
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
  }
  /// Loads four matrices of 8 rows of 16 bytes; each lane provides one row address.
  __device__ void load(uint32_t (&to)[4], const void* row) const {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(shared(row))
                 : "memory");
  }
  __device__ void load_transposed(uint32_t (&to)[4], const void* row) const {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(shared(row))
                 : "memory");
  }
  /// c += a b: [16, 32] int8 times [32, 8].
  __device__ void multiply(int32_t (&c)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) const {
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  }
  /// c += a b: [16, 16] float16 times [16, 8].
  __device__ void multiply_halves(uint32_t (&c)[2], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) const {
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(c[0]), "+r"(c[1])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  }
#endif

 private:
  __device__ static uint32_t shared(const void* at) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(at));
  }
  __device__ static __half2 pair(uint32_t bits) {
    __half2 both;
    __builtin_memcpy(&both, &bits, sizeof both);
    return both;
  }
};

}  // namespace fw::kernels
