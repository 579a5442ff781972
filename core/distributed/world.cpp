// SPDX-License-Identifier: Apache-2.0
#include "distributed/world.h"

#include <algorithm>

#include "distributed/group.h"
#include "distributed/ranks.h"

namespace fw::distributed {

launch::MeshShape World::shape() const {
  return mesh ? mesh->shape : launch::MeshShape{.data = size};
}

int64_t World::computing(int64_t micro_batches, int64_t round) const {
  return std::min(data_size(), micro_batches - round * data_size());
}

void World::in_step(const std::function<void()>& work) const {
  if (per_sample() == 1) return work();
  try {
    work();
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& error) {
    ranks->report(error.fault());
    throw;
  } catch (const std::exception& error) {
    Fault untold;
    untold.text = error.what();
    ranks->report(untold);
    throw;
  }
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
