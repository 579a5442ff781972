// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <nccl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

#include "machine.h"

/// NCCL between processes of this machine. Communicators and collectives wait for the other ranks as NCCL's
/// do, but transfer no values. Each collective keeps the calling rank's device busy until all other ranks
/// have queued it: forever if one of them is gone, unless the communicator is aborted.

namespace {

constexpr int most_ranks = 16;

/// One rank's counts, in memory shared by all ranks of a communicator.
struct Rank {
  std::atomic<int> is_here;
  std::atomic<int64_t> collectives, sends[most_ranks], receives[most_ranks];
};

struct Communicator {
  Rank* ranks = nullptr;  ///< shared by all ranks
  int rank = 0, size = 0;
  std::atomic<bool> is_aborted = false;
  bool hangs = false;

  /// Whether other ranks have not yet queued what this rank waits for.
  bool is_busy() const {
    if (is_aborted) return false;
    const Rank& own = ranks[rank];
    for (int other = 0; other < size; ++other) {
      const Rank& theirs = ranks[other];
      if (theirs.collectives < own.collectives || theirs.receives[rank] < own.sends[other] ||
          theirs.sends[rank] < own.receives[other])
        return true;
    }
    return hangs && own.collectives > 0;
  }
};

std::mutex mutex;
std::set<const Communicator*> communicators;

int is_any_busy() {
  const std::scoped_lock lock(mutex);
  for (const Communicator* each : communicators)
    if (each->is_busy()) return 1;
  return 0;
}

ncclResult_t make(ncclComm_t* made, int size, const ncclUniqueId& id, int rank) {
  made_up_count("communicator");
  const char* const failing = std::getenv("MADE_UP_NCCL_FAILS");
  if (failing != nullptr && std::strcmp(failing, "1") == 0) return ncclSystemError;
  if (size > most_ranks) return ncclInvalidArgument;
  const int file = ::shm_open(id.internal, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(Rank) * most_ranks) != 0) return ncclSystemError;
  void* const memory =
      ::mmap(nullptr, sizeof(Rank) * most_ranks, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  auto* const communicator = new Communicator;
  communicator->ranks = static_cast<Rank*>(memory);
  communicator->rank = rank;
  communicator->size = size;
  communicator->hangs = std::getenv("MADE_UP_NCCL_HANGS") != nullptr;
  communicator->ranks[rank].is_here = 1;
  for (int other = 0; other < size; ++other)
    while (communicator->ranks[other].is_here == 0) ::usleep(1000);
  if (rank == 0) ::shm_unlink(id.internal);
  {
    const std::scoped_lock lock(mutex);
    communicators.insert(communicator);
  }
  made_up_set_device_busy(&is_any_busy);
  *made = reinterpret_cast<ncclComm_t>(communicator);
  return ncclSuccess;
}

Communicator& of(ncclComm_t communicator) {
  return *reinterpret_cast<Communicator*>(communicator);
}

ncclResult_t collective(const char* call, ncclComm_t communicator) {
  made_up_count(call);
  ++of(communicator).ranks[of(communicator).rank].collectives;
  return ncclSuccess;
}

void forget(ncclComm_t communicator) {
  const std::scoped_lock lock(mutex);
  of(communicator).is_aborted = true;
  communicators.erase(&of(communicator));
}

}  // namespace

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}
const char* ncclGetErrorString(ncclResult_t error) {
  return error == ncclSystemError ? "unhandled system error (run with NCCL_DEBUG=INFO for details)"
                                  : "error of the made-up NCCL";
}
const char* ncclGetLastError(ncclComm_t) {
  return "error of the made-up NCCL";
}
ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  static std::atomic<int> number{0};
  std::memset(id, 0, sizeof *id);
  std::snprintf(id->internal, sizeof id->internal, "/made-up-nccl-%d-%d", ::getpid(), ++number);
  return ncclSuccess;
}
ncclResult_t ncclCommInitRank(ncclComm_t* communicator, int size, ncclUniqueId id, int rank) {
  return make(communicator, size, id, rank);
}
ncclResult_t ncclCommInitRankConfig(ncclComm_t* communicator, int size, ncclUniqueId id, int rank,
                                    ncclConfig_t*) {
  return make(communicator, size, id, rank);
}
ncclResult_t ncclCommInitRankScalable(ncclComm_t* communicator, int size, int rank, int, ncclUniqueId* ids,
                                      ncclConfig_t*) {
  return make(communicator, size, ids[0], rank);
}
ncclResult_t ncclCommCount(ncclComm_t communicator, int* size) {
  *size = of(communicator).size;
  return ncclSuccess;
}
ncclResult_t ncclCommUserRank(ncclComm_t communicator, int* rank) {
  *rank = of(communicator).rank;
  return ncclSuccess;
}
ncclResult_t ncclCommGetAsyncError(ncclComm_t, ncclResult_t* error) {
  *error = ncclSuccess;
  return ncclSuccess;
}
ncclResult_t ncclCommAbort(ncclComm_t communicator) {
  made_up_count("ncclCommAbort");
  forget(communicator);
  return ncclSuccess;
}
ncclResult_t ncclCommDestroy(ncclComm_t communicator) {
  made_up_count("ncclCommDestroy");
  forget(communicator);
  return ncclSuccess;
}

ncclResult_t ncclSend(const void*, size_t, ncclDataType_t, int peer, ncclComm_t communicator, cudaStream_t) {
  made_up_count("ncclSend");
  ++of(communicator).ranks[of(communicator).rank].sends[peer];
  return ncclSuccess;
}
ncclResult_t ncclRecv(void*, size_t, ncclDataType_t, int peer, ncclComm_t communicator, cudaStream_t) {
  made_up_count("ncclRecv");
  ++of(communicator).ranks[of(communicator).rank].receives[peer];
  return ncclSuccess;
}
ncclResult_t ncclAllGather(const void*, void*, size_t, ncclDataType_t, ncclComm_t communicator,
                           cudaStream_t) {
  return collective("ncclAllGather", communicator);
}
ncclResult_t ncclAlltoAll(const void*, void*, size_t, ncclDataType_t, ncclComm_t communicator, cudaStream_t) {
  return collective("ncclAlltoAll", communicator);
}
ncclResult_t ncclBroadcast(const void*, void*, size_t, ncclDataType_t, int, ncclComm_t communicator,
                           cudaStream_t) {
  return collective("ncclBroadcast", communicator);
}
ncclResult_t ncclBcast(void*, size_t, ncclDataType_t, int, ncclComm_t communicator, cudaStream_t) {
  return collective("ncclBcast", communicator);
}

}  // extern "C"
