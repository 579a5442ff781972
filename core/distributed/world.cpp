// SPDX-License-Identifier: Apache-2.0
#include "distributed/world.h"

#include <algorithm>

#include "distributed/ranks.h"

namespace fw::distributed {

int64_t World::computing(int64_t micro_batches, int64_t round) const {
  return std::min(size, micro_batches - round * size);
}

void World::on_first(const std::function<void()>& work) const {
  ranks ? ranks->on_first(work) : work();
}

void World::together(const std::function<void()>& work) const {
  ranks ? ranks->together(work) : work();
}

std::vector<std::string> World::gather(const std::string& text) const {
  return ranks ? ranks->gather(text) : std::vector{text};
}

bool World::of_first(bool value) const {
  return !gather(value ? "1" : "").front().empty();
}

std::optional<Fault> World::failure() const {
  return ranks ? ranks->failure() : std::nullopt;
}

}  // namespace fw::distributed
