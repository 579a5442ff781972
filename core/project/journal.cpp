// SPDX-License-Identifier: Apache-2.0
#include "project/journal.h"

#include <sys/vfs.h>

#include <algorithm>
#include <array>

namespace fw::project {

Journal journal_for(const std::filesystem::path& folder) {
  // <linux/magic.h> has only some of them; the others are in statfs(2) and in the file systems' sources.
  constexpr std::array<uint32_t, 10> network{0x6969,       // NFS
                                             0x517b,       // SMB
                                             0xff534d42,   // CIFS
                                             0xfe534d42,   // SMB 2
                                             0x5346414f,   // AFS
                                             0x73757245,   // Coda
                                             0x00c36400,   // Ceph
                                             0x0bd00bd0,   // Lustre
                                             0x47504653,   // GPFS
                                             0x01021997};  // 9P
  struct statfs about {};
  if (::statfs(folder.c_str(), &about) != 0) return Journal::write_ahead;
  const bool shared = std::ranges::find(network, static_cast<uint32_t>(about.f_type)) != network.end();
  return shared ? Journal::rollback : Journal::write_ahead;
}

}  // namespace fw::project
