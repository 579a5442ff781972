// SPDX-License-Identifier: Apache-2.0
#include "kill_vfs.h"

#include <sqlite3.h>

#include "base/atomic_file.h"

namespace {

/// Allocated by SQLite, followed by the system's own file object.
struct File {
  sqlite3_file base;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

/// Calls the method of the underlying file.
template <auto method, typename... Arguments>
int forward(sqlite3_file* file, Arguments... arguments) {
  sqlite3_file* real = reinterpret_cast<File*>(file)->real();
  return (real->pMethods->*method)(real, arguments...);
}

int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  fw::kill_point("sqlite.before_write");
  const int half = size / 2;
  if (const int code = forward<&sqlite3_io_methods::xWrite>(file, bytes, half, offset); code != SQLITE_OK)
    return code;
  fw::kill_point("sqlite.in_write");
  const void* rest = static_cast<const char*>(bytes) + half;
  const int code = forward<&sqlite3_io_methods::xWrite>(file, rest, size - half, offset + half);
  fw::kill_point("sqlite.after_write");
  return code;
}

int sync(sqlite3_file* file, int flags) {
  fw::kill_point("sqlite.before_fsync");
  const int code = forward<&sqlite3_io_methods::xSync>(file, flags);
  fw::kill_point("sqlite.after_fsync");
  return code;
}

void shm_barrier(sqlite3_file* file) {
  sqlite3_file* real = reinterpret_cast<File*>(file)->real();
  real->pMethods->xShmBarrier(real);
}

using Io = sqlite3_io_methods;
/// Version 2: without memory mapping, so that every write passes here.
constexpr Io methods{.iVersion = 2,
                     .xClose = forward<&Io::xClose>,
                     .xRead = forward<&Io::xRead, void*, int, sqlite3_int64>,
                     .xWrite = write,
                     .xTruncate = forward<&Io::xTruncate, sqlite3_int64>,
                     .xSync = sync,
                     .xFileSize = forward<&Io::xFileSize, sqlite3_int64*>,
                     .xLock = forward<&Io::xLock, int>,
                     .xUnlock = forward<&Io::xUnlock, int>,
                     .xCheckReservedLock = forward<&Io::xCheckReservedLock, int*>,
                     .xFileControl = forward<&Io::xFileControl, int, void*>,
                     .xSectorSize = forward<&Io::xSectorSize>,
                     .xDeviceCharacteristics = forward<&Io::xDeviceCharacteristics>,
                     .xShmMap = forward<&Io::xShmMap, int, int, int, void volatile**>,
                     .xShmLock = forward<&Io::xShmLock, int, int, int>,
                     .xShmBarrier = shm_barrier,
                     .xShmUnmap = forward<&Io::xShmUnmap, int>,
                     .xFetch = nullptr,
                     .xUnfetch = nullptr};

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  auto* system = static_cast<sqlite3_vfs*>(vfs->pAppData);
  sqlite3_file* real = reinterpret_cast<File*>(file)->real();
  real->pMethods = nullptr;
  const int code = system->xOpen(system, name, real, flags, flags_out);
  file->pMethods = real->pMethods != nullptr ? &methods : nullptr;
  return code;
}

}  // namespace

void add_kill_points_to_sqlite() {
  static sqlite3_vfs vfs = *sqlite3_vfs_find(nullptr);
  vfs.pAppData = sqlite3_vfs_find(nullptr);
  vfs.zName = "kill";
  vfs.szOsFile += static_cast<int>(sizeof(File));
  vfs.xOpen = open_file;
  sqlite3_vfs_register(&vfs, 1);
}
