// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine_api/requests.h"

namespace fw::engine_api {

/// Everything that determined a clip, as stored in its file's metadata and with its latents.
struct ClipRecipe {
  GenerateRequest request;  ///< with the model's defaults filled in, and without `overwrite`
  std::string model_id;     ///< catalog::ModelSpec::id
  // For a run's validation clips:
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

/// nullopt if the text is not a recipe. Missing values are taken from `defaults`, since files come from all
/// versions.
/// Thread: any.
std::optional<ClipRecipe> parse_recipe(std::string_view text, ClipRecipe defaults = {});
/// Formats as one line of JSON.
std::string format_recipe(const ClipRecipe& recipe);

}  // namespace fw::engine_api
