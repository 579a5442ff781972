// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/choices.h"

namespace fw::run {

enum class OptimizerKind {
  adamw = 1,
  adam,
  adamw_8bit,
  adam_8bit,
  muon,
  adafactor,
  prodigy,
  came,
  lion,
  adamw_schedule_free,
  adamw_4bit,
  adamw_fp8,
  galore,
};

/// Facts about an optimizer for the settings, the planner and the window; the methods are in core/optim.
struct OptimizerFacts {
  OptimizerKind kind;
  std::string_view name;
  bool trains_bf16 = false;
  std::optional<OptimizerKind> in_eight_bits = {};  ///< the same method with its state in 8 bits
  bool has_eight_bits = false;
  bool finds_rate = false;  ///< from all gradients at once, one rate for all weights
};

inline constexpr std::array optimizers = {
    OptimizerFacts{OptimizerKind::adamw, "adamw", true, OptimizerKind::adamw_8bit},
    OptimizerFacts{OptimizerKind::adam, "adam", true, OptimizerKind::adam_8bit},
    OptimizerFacts{OptimizerKind::adamw_8bit, "adamw_8bit", true, {}, true},
    OptimizerFacts{OptimizerKind::adam_8bit, "adam_8bit", true, {}, true},
    OptimizerFacts{OptimizerKind::muon, "muon"},
    OptimizerFacts{OptimizerKind::adafactor, "adafactor"},
    OptimizerFacts{OptimizerKind::prodigy, "prodigy", false, {}, false, true},
    OptimizerFacts{OptimizerKind::came, "came"},
    OptimizerFacts{OptimizerKind::lion, "lion"},
    OptimizerFacts{OptimizerKind::adamw_schedule_free, "adamw_schedule_free"},
    OptimizerFacts{OptimizerKind::adamw_4bit, "adamw_4bit"},
    OptimizerFacts{OptimizerKind::adamw_fp8, "adamw_fp8"},
    OptimizerFacts{OptimizerKind::galore, "galore"},
};

constexpr auto choices_of(OptimizerKind) {
  std::array<Choice<OptimizerKind>, optimizers.size()> choices{};
  for (size_t i = 0; i < choices.size(); ++i) choices[i] = {optimizers[i].kind, optimizers[i].name};
  return choices;
}

constexpr const OptimizerFacts& facts_of(OptimizerKind kind) {
  for (const OptimizerFacts& facts : optimizers)
    if (facts.kind == kind) return facts;
  return optimizers.front();
}
constexpr bool has_eight_bits(OptimizerKind kind) {
  return facts_of(kind).has_eight_bits;
}

/// Names of the optimizers for which `is_meant` holds, for conditions of settings.
template <class IsMeant>
std::vector<std::string_view> optimizer_names(const IsMeant& is_meant) {
  std::vector<std::string_view> names;
  for (const OptimizerFacts& facts : optimizers)
    if (is_meant(facts)) names.push_back(facts.name);
  return names;
}

}  // namespace fw::run
