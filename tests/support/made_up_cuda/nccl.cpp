// SPDX-License-Identifier: Apache-2.0
#include <nccl.h>

#include <cstdlib>
#include <cstring>

#include "machine.h"

/// NCCL: communicators of any size, whose collectives are counted and move nothing.

namespace {

ncclResult_t make(ncclComm_t* communicator) {
  *communicator = static_cast<ncclComm_t>(std::calloc(1, 512));
  made_up_count("communicator");
  return ncclSuccess;
}

}  // namespace

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}
const char* ncclGetErrorString(ncclResult_t) {
  return "error of the made-up NCCL";
}
const char* ncclGetLastError(ncclComm_t) {
  return "error of the made-up NCCL";
}
ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  std::memset(id, 7, sizeof *id);
  return ncclSuccess;
}
ncclResult_t ncclCommInitRank(ncclComm_t* communicator, int, ncclUniqueId, int) {
  return make(communicator);
}
ncclResult_t ncclCommInitRankConfig(ncclComm_t* communicator, int, ncclUniqueId, int, ncclConfig_t*) {
  return make(communicator);
}
ncclResult_t ncclCommInitRankScalable(ncclComm_t* communicator, int, int, int, ncclUniqueId*, ncclConfig_t*) {
  return make(communicator);
}
ncclResult_t ncclCommSplit(ncclComm_t, int, int, ncclComm_t* communicator, ncclConfig_t*) {
  return make(communicator);
}
ncclResult_t ncclCommGetAsyncError(ncclComm_t, ncclResult_t* error) {
  *error = ncclSuccess;
  return ncclSuccess;
}
ncclResult_t ncclCommAbort(ncclComm_t) {
  made_up_count("ncclCommAbort");
  return ncclSuccess;
}

}  // extern "C"
