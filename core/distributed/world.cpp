// SPDX-License-Identifier: Apache-2.0
#include "distributed/world.h"

namespace fw::distributed {

int64_t World::share(int64_t micro_batches) const {
  return micro_batches / size;
}

int64_t World::own_position(int64_t position) const {
  return position + rank;
}

}  // namespace fw::distributed
