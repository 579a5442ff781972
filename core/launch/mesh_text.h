// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "launch/mesh_shape.h"

/// Text form of a mesh for tables, sentences and events.
namespace fw::launch {

/// "guidance 2 x ulysses 4"; "1 card".
std::string in_words(const MeshShape& shape);

void describe(auto& fields, MeshShape& shape) {
  fields("data", shape.data);
  fields("guidance", shape.guidance);
  fields("ring", shape.ring);
  fields("ulysses", shape.ulysses);
}

}  // namespace fw::launch
