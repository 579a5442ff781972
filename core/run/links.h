// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"

/// How fast the processes of a world exchange tensors: what `bench links` measures, and plans for several
/// cards go by. Kept in the user's data folder as links.json.
namespace fw::run {

/// Of groups of so many processes that all exchange at once, as the groups of a world do.
struct LinkSpeed {
  int64_t ranks = 2;       ///< of a group
  double latency_s = 0;    ///< of a call that carries next to nothing
  double bytes_per_s = 0;  ///< that a process sends to the others of its group in a large one
  bool operator==(const LinkSpeed&) const = default;
};
void describe(auto& fields, LinkSpeed& speed) {
  fields.need("ranks", speed.ranks);
  fields.need("latency_s", speed.latency_s);
  fields.need("bytes_per_s", speed.bytes_per_s);
}

struct Links {
  std::string device;              ///< what its maker calls it
  std::string backend;             ///< "nccl" or "gloo"
  double copy_bytes_per_s = 0;     ///< of a copy on one device, read and written: what no link exceeds
  std::vector<LinkSpeed> within;   ///< a machine, by the size of the group
  std::vector<LinkSpeed> between;  ///< machines: groups of one process of each; empty: one machine
  bool operator==(const Links&) const = default;
};
void describe(auto& fields, Links& links) {
  fields.need("device", links.device);
  fields("backend", links.backend);
  fields("copy_bytes_per_s", links.copy_bytes_per_s);
  fields.need("within", links.within);
  fields("between", links.between);
}

/// @throws fw::Error base.read_failed, base.bad_json; run.bad_links for what is no measurement
Links read_links(const std::filesystem::path& file);
/// What was measured here last; nothing where nothing was, or what was cannot be read. Thread: any.
std::optional<Links> kept_links();
/// In place of what was kept before. @return the file. @throws fw::Error base.write_failed
std::filesystem::path keep_links(const Links& links);

}  // namespace fw::run
