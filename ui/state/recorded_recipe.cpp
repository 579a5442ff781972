// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/recorded_recipe.h"

namespace fw::ui {

std::string recordedRecipe(const media::ClipInfo& info) {
  const auto comment = info.metadata.find("comment");
  return comment == info.metadata.end() ? std::string() : comment->second;
}

}  // namespace fw::ui
