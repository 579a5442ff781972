// SPDX-License-Identifier: Apache-2.0
#include <cudnn.h>
#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <cstring>

#include "machine.h"

/// cuDNN: each plan is found, needs no workspace and computes nothing; or attention lacks plans
/// (MADE_UP_CUDNN_PLANS).

namespace {

/// Like cuDNN: by name, with LD_LIBRARY_PATH before its own folder.
void open_part() {
  void* const part = ::dlopen("libcudnn_graph.so.9", RTLD_LAZY);
  link_map* opened = nullptr;
  if (part != nullptr && ::dlinfo(part, RTLD_DI_LINKMAP, &opened) == 0) made_up_count(opened->l_name);
}

/// Whether the graph being built on this thread is a convolution, otherwise attention. Tensors come first.
thread_local bool is_convolution = false;
/// Matrix products of that graph: attention has two, its backward pass five.
thread_local int products = 0;

}  // namespace

extern "C" {

size_t cudnnGetVersion() {
  return CUDNN_VERSION;
}
size_t cudnnGetCudartVersion() {
  return 13000;
}
const char* cudnnGetErrorString(cudnnStatus_t) {
  return "error of the made-up cuDNN";
}
cudnnStatus_t cudnnCreate(cudnnHandle_t* handle) {
  open_part();
  *handle = static_cast<cudnnHandle_t>(std::calloc(1, 512));
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t type,
                                           cudnnBackendDescriptor_t* descriptor) {
  if (type == CUDNN_BACKEND_TENSOR_DESCRIPTOR) is_convolution = false, products = 0;
  if (type == CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR) ++products;
  if (type == CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR) is_convolution = true;
  *descriptor = std::calloc(1, 512);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor) {
  std::free(descriptor);
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t, cudnnBackendAttributeName_t,
                                       cudnnBackendAttributeType_t, int64_t, const void*) {
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t) {
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnBackendExecute(cudnnHandle_t, cudnnBackendDescriptor_t, cudnnBackendDescriptor_t) {
  made_up_count("cudnnBackendExecute");
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t, cudnnBackendAttributeName_t,
                                       cudnnBackendAttributeType_t type, int64_t requested, int64_t* number,
                                       void* values) {
  int64_t found = 0;
  if (type == CUDNN_TYPE_BACKEND_DESCRIPTOR) {  // engines proposed by a heuristic
    const bool is_backward = products > 2;
    const int has_plans = is_backward ? made_up_has_backward_plans() : made_up_has_cudnn_plans();
    found = is_convolution || has_plans != 0 ? 1 : 0;
  } else if (type == CUDNN_TYPE_INT64) {  // workspace sizes
    if (values != nullptr && requested > 0) std::memset(values, 0, sizeof(int64_t)), found = 1;
  } else if (type != CUDNN_TYPE_NUMERICAL_NOTE && type != CUDNN_TYPE_BEHAVIOR_NOTE) {
    if (values != nullptr && requested > 0) std::memset(values, 0, 8), found = 1;
  }
  if (number != nullptr) *number = found;
  return CUDNN_STATUS_SUCCESS;
}

}  // extern "C"
