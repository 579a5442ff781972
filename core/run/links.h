// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"

/// Speed of tensor exchange between the processes of a world, measured by `bench links` and used for plans
/// with several GPUs. Stored in the user's data folder as links.json.
namespace fw::run {

/// Speed of groups of this size that all exchange at the same time, like the groups of a world.
struct LinkSpeed {
  int64_t ranks = 2;       ///< of a group
  double latency_s = 0;    ///< of a call with almost no data
  double bytes_per_s = 0;  ///< that a process sends to the rest of its group in a large call
  bool operator==(const LinkSpeed&) const = default;
};
void describe(auto& fields, LinkSpeed& speed) {
  fields.need("ranks", speed.ranks);
  fields.need("latency_s", speed.latency_s);
  fields.need("bytes_per_s", speed.bytes_per_s);
}

struct Links {
  std::string device;              ///< name given by its manufacturer
  std::string backend;             ///< "nccl" or "gloo"
  double copy_bytes_per_s = 0;     ///< of a copy on one device, reads plus writes: an upper bound for links
  std::vector<LinkSpeed> within;   ///< one machine, by group size
  std::vector<LinkSpeed> between;  ///< machines, with groups of one process each; empty: one machine
  bool operator==(const Links&) const = default;
};
void describe(auto& fields, Links& links) {
  fields.need("device", links.device);
  fields("backend", links.backend);
  fields("copy_bytes_per_s", links.copy_bytes_per_s);
  fields.need("within", links.within);
  fields("between", links.between);
}

/// @throws fw::Error base.read_failed, base.bad_json; run.bad_links for implausible values
Links read_links(const std::filesystem::path& file);
/// The last measurement on this computer; nullopt if there is none or it cannot be read. Thread: any.
std::optional<Links> kept_links();
/// Replaces the stored measurement. @return the file. @throws fw::Error base.write_failed
std::filesystem::path keep_links(const Links& links);

}  // namespace fw::run
