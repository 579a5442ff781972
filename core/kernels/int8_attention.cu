// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "kernels/int8_attention_lanes.h"

namespace fw::kernels {

namespace {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define FW_HAS_MMA
#endif

/// A lane of a real warp.
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
  /// 16 bytes; zeros when they are not there.
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
  /// Four matrices of 8 rows of 16 bytes, each lane naming one row.
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
  /// The same with [16, 16] float16 times [16, 8].
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

constexpr int rows_a_block = 8;

/// A warp a row.
template <class T, int width>
__global__ void rows_kernel(Int8Rows rows) {
  CardLane lane;
  const int64_t token = static_cast<int64_t>(blockIdx.x) * rows_a_block + lane.warp();
  if (token < int8_scales(rows.length))
    quantise_row<CardLane, T, width>(lane, rows, blockIdx.z, blockIdx.y, token);
}

template <int width>
__global__ void __launch_bounds__(Int8Lanes<CardLane, width>::threads)
    attention_kernel(Int8Attention attention) {
#ifdef FW_HAS_MMA
  extern __shared__ __align__(128) char shared[];
  CardLane lane;
  const Int8Block block{blockIdx.z, blockIdx.y, static_cast<int64_t>(blockIdx.x) * int8_queries};
  Int8Lanes<CardLane, width>{lane, attention, block, shared}.run();
#else
  __trap();
#endif
}

unsigned blocks(int64_t count, int64_t each) {
  return static_cast<unsigned>((count + each - 1) / each);
}

template <class T>
int quantise(const Int8Rows& rows, cudaStream_t stream) {
  const dim3 grid(blocks(int8_scales(rows.length), rows_a_block), static_cast<unsigned>(rows.heads),
                  static_cast<unsigned>(rows.batch));
  const auto kernel = rows.width == 64 ? rows_kernel<T, 64> : rows_kernel<T, 128>;
  kernel<<<grid, rows_a_block * 32, 0, stream>>>(rows);
  return cudaGetLastError();
}

template <int width>
int attend(const Int8Attention& attention, cudaStream_t stream) {
  using Lanes = Int8Lanes<CardLane, width>;
  // More shared memory than the 48 KiB that a kernel may have unasked.
  const cudaError_t allowed = cudaFuncSetAttribute(
      attention_kernel<width>, cudaFuncAttributeMaxDynamicSharedMemorySize, Lanes::shared_bytes);
  if (allowed != cudaSuccess) return allowed;
  const dim3 grid(blocks(attention.queries, int8_queries), static_cast<unsigned>(attention.heads),
                  static_cast<unsigned>(attention.batch));
  attention_kernel<width><<<grid, Lanes::threads, Lanes::shared_bytes, stream>>>(attention);
  return cudaGetLastError();
}

}  // namespace

int run_cuda(const Int8Rows& rows, void* stream) {
  const auto on = static_cast<cudaStream_t>(stream);
  switch (rows.element) {
    case Element::bfloat16:
      return quantise<Bf16>(rows, on);
    case Element::float16:
      return quantise<Half>(rows, on);
    default:
      return quantise<float>(rows, on);
  }
}

int run_cuda(const Int8Attention& attention, void* stream) {
  const auto on = static_cast<cudaStream_t>(stream);
  return attention.width == 64 ? attend<64>(attention, on) : attend<128>(attention, on);
}

}  // namespace fw::kernels
