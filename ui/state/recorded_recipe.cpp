// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/recorded_recipe.h"

#include "base/json_text.h"

namespace fw::ui {

nlohmann::json recordedRecipe(const media::ClipInfo& info) {
  const auto comment = info.metadata.find("comment");
  if (comment == info.metadata.end()) return nlohmann::json::object();
  auto recipe = parse_json(comment->second);
  return recipe.is_object() ? recipe : nlohmann::json::object();
}

}  // namespace fw::ui
