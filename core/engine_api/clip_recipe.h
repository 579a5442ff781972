// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine_api/requests.h"

namespace fw::engine_api {

/// Everything that a clip was made of, as its file's metadata and the file of its latents keep it.
struct ClipRecipe {
  GenerateRequest request;  ///< with the model's own values filled in, and without `overwrite`
  std::string model_id;     ///< catalog::ModelSpec::id
  // Of a run's validation clips:
  std::optional<std::filesystem::path> run;
  std::optional<int64_t> run_step;
  bool operator==(const ClipRecipe&) const = default;
};
void describe(auto& fields, ClipRecipe& recipe) {
  describe(fields, recipe.request);
  fields("model_id", recipe.model_id);
  fields("run", recipe.run);
  fields("run_step", recipe.run_step);
}

/// Nothing for text that is no recipe. What it leaves out is as in `defaults`: files are of all versions.
/// Thread: any.
std::optional<ClipRecipe> parse_recipe(std::string_view text, ClipRecipe defaults = {});
/// As one line of JSON.
std::string format_recipe(const ClipRecipe& recipe);

}  // namespace fw::engine_api
