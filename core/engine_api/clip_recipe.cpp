// SPDX-License-Identifier: Apache-2.0
#include "engine_api/clip_recipe.h"

#include "base/json_text.h"

namespace fw::engine_api {

std::optional<ClipRecipe> parse_recipe(std::string_view text, ClipRecipe defaults) {
  const nlohmann::json json = parse_json(text);
  if (!json.is_object() || !json.contains("model")) return std::nullopt;
  read_fields(json, defaults, "recipe", Reading::lenient);
  return defaults;
}

std::string format_recipe(const ClipRecipe& recipe) {
  return nlohmann::json(recipe).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace fw::engine_api
