// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/recorded_recipe.h"

namespace fw::ui {

nlohmann::json recordedRecipe(const media::ClipInfo& info) {
  const auto comment = info.metadata.find("comment");
  if (comment == info.metadata.end()) return nlohmann::json::object();
  auto recipe = nlohmann::json::parse(comment->second, nullptr, /*allow_exceptions=*/false);
  return recipe.is_object() ? recipe : nlohmann::json::object();
}

}  // namespace fw::ui
