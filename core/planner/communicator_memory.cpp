// SPDX-License-Identifier: Apache-2.0
#include "planner/communicator_memory.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fw::planner {

int64_t communicator_bytes(const std::vector<int64_t>& sizes) {
  constexpr int64_t connection = 4'194'304 + 4'915'200 + 524'288, channels = 16, a_machine = 8;
  int64_t bytes = 0;
  for (const int64_t size : sizes) bytes += connection * (channels + 2 * (std::min(size, a_machine) - 1));
  return bytes;
}

std::vector<int64_t> communicator_sizes(const launch::MeshShape& mesh) {
  const std::set<std::pair<int64_t, int64_t>> groups{// pairs of size and stride
                                                     {mesh.size(), 1},
                                                     {mesh.sequence(), 1},
                                                     {mesh.ulysses, 1},
                                                     {mesh.ring, mesh.ulysses},
                                                     {mesh.guidance, mesh.sequence()}};
  std::vector<int64_t> sizes;
  for (const auto& [size, stride] : groups)
    if (size > 1) sizes.push_back(size);
  return sizes;
}

}  // namespace fw::planner
