// SPDX-License-Identifier: Apache-2.0
#include "launch/mesh_text.h"

#include <utility>

namespace fw::launch {

std::string in_words(const MeshShape& shape) {
  std::string words;
  for (const auto& [name, count] : {std::pair{"data", shape.data}, std::pair{"guidance", shape.guidance},
                                    std::pair{"ring", shape.ring}, std::pair{"ulysses", shape.ulysses}}) {
    if (count == 1) continue;
    if (!words.empty()) words += " x ";
    words.append(name).append(" ").append(std::to_string(count));
  }
  return words.empty() ? "1 card" : words;
}

}  // namespace fw::launch
