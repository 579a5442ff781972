// SPDX-License-Identifier: Apache-2.0
#include "engine_api/clip_recipe.h"

#include <cstdlib>

#include "base/json_text.h"

namespace fw::engine_api {

namespace {

namespace fs = std::filesystem;

/// Clips are shared: a path below the home folder is stored with ~, which reveals no user name and means the
/// reader's own home folder.
template <typename Change>
void change_paths(ClipRecipe& recipe, const Change& change) {
  GenerateRequest& request = recipe.request;
  for (fs::path* const path : {&request.model, &request.image, &request.latents, &request.out}) change(*path);
  for (auto& [name, place] : request.parts) change(place);
  for (ClipCondition& condition : request.conditions) change(condition.file);
  for (LoraChoice& lora : request.loras) change(lora.file);
  if (recipe.run) change(*recipe.run);
}

/// Ends with a slash; empty if unknown.
std::string home_folder() {
  const char* const home = std::getenv("HOME");
  return home != nullptr && fs::path(home).is_absolute() ? (fs::path(home) / "").string() : "";
}

}  // namespace

std::optional<ClipRecipe> parse_recipe(std::string_view text, ClipRecipe defaults) {
  const nlohmann::json json = parse_json(text);
  if (!json.is_object() || !json.contains("model")) return std::nullopt;
  read_fields(json, defaults, "recipe", Reading::lenient);
  change_paths(defaults, [home = home_folder()](fs::path& path) {
    if (path.string().starts_with("~/")) path = home + path.string().substr(2);
  });
  return defaults;
}

std::string format_recipe(const ClipRecipe& recipe) {
  ClipRecipe shared = recipe;
  change_paths(shared, [home = home_folder()](fs::path& path) {
    if (!home.empty() && path.string().starts_with(home)) path = "~/" + path.string().substr(home.size());
  });
  return nlohmann::json(shared).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace fw::engine_api
