// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

namespace fw::project {

/// How SQLite makes commits atomic.
enum class Journal {
  write_ahead,  ///< readers never wait for a writer; requires that all processes share one machine's memory
  rollback,     ///< works across machines, as far as the file system's locks do
};

/// Chooses by the folder's file system: rollback on NFS, SMB, CIFS, AFS, Ceph, Lustre, GPFS and
/// 9P, where write-ahead journals are not supported (https://www.sqlite.org/wal.html). Thread: any.
Journal journal_for(const std::filesystem::path& folder);

}  // namespace fw::project
