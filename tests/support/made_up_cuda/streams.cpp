// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime_api.h>

#include <atomic>

#include "machine.h"

/// CUDA's streams and events. They complete at once, except while a card waits for work that other processes
/// have to queue (nccl.cpp).

using namespace made_up;

namespace {

/// A call that is counted and needs a context.
cudaError_t done(const char* call) {
  count(call);
  int card = 0;
  cudaGetDevice(&card);
  open_context(card);
  return cudaSuccess;
}

}  // namespace

#define FW_EXPORT extern "C" __attribute__((visibility("default")))

FW_EXPORT cudaError_t cudaDeviceSynchronize() {
  wait_for_device("cudaDeviceSynchronize");
  return done("cudaDeviceSynchronize");
}
FW_EXPORT cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
  static std::atomic<uintptr_t> number{16};
  *stream = reinterpret_cast<cudaStream_t>(++number);
  return done("cudaStreamCreate");
}
FW_EXPORT cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, 0, 0);
}
FW_EXPORT cudaError_t cudaStreamDestroy(cudaStream_t) {
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaStreamQuery(cudaStream_t) {
  return is_device_busy() ? cudaErrorNotReady : cudaSuccess;
}
FW_EXPORT cudaError_t cudaStreamSynchronize(cudaStream_t) {
  wait_for_device("cudaStreamSynchronize");
  return done("cudaStreamSynchronize");
}
FW_EXPORT cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) {
  return done("cudaStreamWaitEvent");
}
FW_EXPORT cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus* status,
                                               unsigned long long* id, cudaGraph_t*, const cudaGraphNode_t**,
                                               const cudaGraphEdgeData**, size_t*) {
  *status = cudaStreamCaptureStatusNone;
  if (id != nullptr) *id = 0;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) {
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  static std::atomic<uintptr_t> number{16};
  *event = reinterpret_cast<cudaEvent_t>(++number);
  return done("cudaEventCreate");
}
FW_EXPORT cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, 0);
}
FW_EXPORT cudaError_t cudaEventDestroy(cudaEvent_t) {
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  *milliseconds = 1;
  return cudaSuccess;
}
FW_EXPORT cudaError_t cudaEventQuery(cudaEvent_t) {
  return is_device_busy() ? cudaErrorNotReady : cudaSuccess;
}
FW_EXPORT cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t, unsigned) {
  return done("cudaEventRecord");
}
FW_EXPORT cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, 0);
}
FW_EXPORT cudaError_t cudaEventSynchronize(cudaEvent_t) {
  wait_for_device("cudaEventSynchronize");
  return done("cudaEventSynchronize");
}
