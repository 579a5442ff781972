// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "media/probe.h"

namespace fw::ui {

/// What the engine wrote into a clip of how it was made: parameters of the job "generate". Empty where there
/// is nothing of the kind. Thread: any.
nlohmann::json recordedRecipe(const media::ClipInfo& info);

/// Nothing when the key is not there or has a value of another kind.
template <typename Value>
std::optional<Value> recipeValue(const nlohmann::json& recipe, const char* key) {
  const auto found = recipe.find(key);
  if (found == recipe.end() || found->is_null()) return std::nullopt;
  try {
    return found->get<Value>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace fw::ui
