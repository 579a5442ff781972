// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <QtTest>

#include <numeric>

#include "kernels/launch.h"

namespace {

using namespace fw;

struct Numbers {
  int64_t count;
  float* of;
};

__device__ float sum_of_warp(unsigned mask, float value, int lanes) {
  for (int distance = lanes / 2; distance > 0; distance /= 2) value += __shfl_xor_sync(mask, value, distance);
  return value;
}

/// Each block sums `blockDim.x` numbers, half a warp at a time, through shared memory.
__global__ void sum_kernel(Numbers in, Numbers out) {
  __shared__ float of_halves[64];
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const unsigned half = threadIdx.x / 16, mask = 0xffffu << (half % 2 * 16);
  float own = i < in.count ? in.of[i] : 0.0f;
  own = sum_of_warp(mask, own, 16);
  if (threadIdx.x % 16 == 0) of_halves[half] = own;
  __syncthreads();
  if (threadIdx.x > 0) return;
  float sum = 0;
  for (unsigned k = 0; k < blockDim.x / 16; ++k) sum += of_halves[k];
  out.of[blockIdx.x] = sum;
}

__global__ void unwritten_kernel(Numbers out) {
  __shared__ float memory[4];
  if (threadIdx.x == 0) out.of[0] = memory[1] + reinterpret_cast<float*>(kernels::dynamic_shared())[0];
}

// Mistakes that a card may tolerate.
__global__ void early_end_kernel(Numbers numbers) {
  if (threadIdx.x == 5) return;
  numbers.of[threadIdx.x] = sum_of_warp(host_lanes::every_lane, 1, 32);
}
__global__ void first_ends_kernel(Numbers numbers) {
  if (threadIdx.x == 0) return;
  numbers.of[threadIdx.x] = sum_of_warp(host_lanes::every_lane, 1, 32);
}
__global__ void lone_barrier_kernel(Numbers numbers) {
  if (threadIdx.x < 32) __syncthreads();
  numbers.of[threadIdx.x] = 1;
}
__global__ void mixed_distances_kernel(Numbers numbers) {
  numbers.of[threadIdx.x] = __shfl_xor_sync(host_lanes::every_lane, 1.0f, threadIdx.x == 3 ? 2 : 1);
}
__global__ void wrong_mask_kernel(Numbers numbers) {
  if (threadIdx.x >= 16) numbers.of[threadIdx.x] = __shfl_xor_sync(0xffffu, 1.0f, 16);
}
__global__ void outside_mask_kernel(Numbers numbers) {
  if (threadIdx.x < 16) numbers.of[threadIdx.x] = __shfl_xor_sync(0xffffu, 1.0f, 16);
}
__global__ void different_masks_kernel(Numbers numbers) {
  const unsigned mask = threadIdx.x == 0 ? 0xffffu : host_lanes::every_lane;
  numbers.of[threadIdx.x] = __shfl_xor_sync(mask, 1.0f, 1);
}

}  // namespace

class TestHostLanes : public QObject {
  Q_OBJECT

  std::vector<float> memory_ = std::vector<float>(4096, 1.0f);
  const Numbers numbers_{static_cast<int64_t>(memory_.size()), memory_.data()};

  template <auto kernel>
  void fails(const char* reason) {
    QCOMPARE(kernels::launch<kernel>(1, 64, nullptr, 0, numbers_), int(cudaErrorLaunchFailure));
    QCOMPARE(host_lanes::last_failure(), reason);
  }

 private Q_SLOTS:
  void a_sound_kernel_runs() {
    std::vector<float> in(1000), sums(4, -1.0f);
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 17);
    const Numbers all{static_cast<int64_t>(in.size()), in.data()};
    // Also after a failed launch.
    for (int run = 0; run < 2; ++run) {
      QCOMPARE(kernels::launch<sum_kernel>(4, 256, nullptr, 0, all, Numbers{4, sums.data()}), 0);
      for (size_t block = 0; block < 4; ++block) {
        const auto begin = in.begin() + static_cast<ptrdiff_t>(block * 256);
        const auto end = block == 3 ? in.end() : begin + 256;
        QCOMPARE(sums[block], std::accumulate(begin, end, 0.0f));
      }
      fails<early_end_kernel>("a lane ended while others of its warp wait for it");
    }
  }

  void shared_memory_is_not_a_number_until_it_is_written() {
    float memory = 0;
    QCOMPARE(kernels::launch<unwritten_kernel>(1, 32, nullptr, 64, Numbers{1, &memory}), 0);
    QVERIFY(std::isnan(memory));
  }

  void mistakes_fail() {
    fails<early_end_kernel>("a lane ended while others of its warp wait for it");
    fails<first_ends_kernel>("a lane waits for one that has ended");
    fails<lone_barrier_kernel>("a thread ended while others of its block wait for it");
    fails<mixed_distances_kernel>("lanes of a warp do different things");
    fails<wrong_mask_kernel>("a lane meets others under a mask without itself");
    fails<outside_mask_kernel>("a lane reads from one outside the mask");
    fails<different_masks_kernel>("threads wait for others that never come");
  }

  void a_launch_outside_the_limits_of_cuda_is_refused() {
    float memory = 0;
    const Numbers out{1, &memory};
    const auto status = [&](dim3 blocks, dim3 threads, int shared_bytes = 0) {
      return kernels::launch<unwritten_kernel>(blocks, threads, nullptr, shared_bytes, out);
    };
    QCOMPARE(status({1, 1, 2}, 32), 0);
    for (const int refused : {status(0, 32), status({1, 65536}, 32), status({1, 1, 65536}, 32),
                              status(1, 1056), status(1, {32, 1, 65}), status(1, 32, 300 << 10)})
      QCOMPARE(refused, int(cudaErrorInvalidConfiguration));
  }

  void kernels_are_known_by_the_names_that_nvcc_gives_them() {
    std::vector<float> sums(4, 0.0f);
    Numbers in = numbers_, out{4, sums.data()};
    void* arguments[] = {&in, &out};
    const unsigned blocks[] = {4, 1, 1}, threads[] = {64, 1, 1};
    const char* const name = "_ZN45_GLOBAL__N__f742e8b2_7_sums_cu_c7b620e4_1600310sum_kernelENS_7NumbersES0_";
    QCOMPARE(host_lanes_run(name, blocks, threads, 0, arguments), 0);
    QCOMPARE(sums, std::vector<float>(4, 64.0f));
    QCOMPARE(host_lanes_run("_Z5otherv", blocks, threads, 0, arguments), -1);
  }
};

QTEST_GUILESS_MAIN(TestHostLanes)
#include "test_host_lanes.moc"
