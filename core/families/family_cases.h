// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string_view>
#include <utility>

#include "cases/case_file.h"
#include "families/family.h"

namespace fw::families {

/// Family-specific part of the parity check: maps the named inputs of a case to the family's code.
struct FamilyCases {
  /// Runs the transformer on the inputs of transformer.forward and transformer.backward.
  torch::Tensor (*transformer)(VideoTransformer& network, const cases::Case& c,
                               const cases::Settings& settings, const nn::BlockRunner& runner) = nullptr;
  /// Likewise, for networks with further outputs: all of them by name, `sample` and others; null:
  /// `transformer` has the only one. A backward pass of X_sample compares it with in.X_target.
  cases::Tensors (*outputs)(VideoTransformer& network, const cases::Case& c, const cases::Settings& settings,
                            const nn::BlockRunner& runner) = nullptr;
  /// Whether a case runs the model with sound; null: none does.
  bool (*with_sound)(const cases::Case& c) = nullptr;
  /// Applies the family's own settings of a train case; null if it has none.
  void (*run)(const cases::Case& c, run::RunSettings& run) = nullptr;
  /// Returns micro-batch m of a train case.
  std::pair<TrainingBatch, TrainingDraw> (*micro_batch)(const cases::Case& c, int64_t m) = nullptr;
  /// Applies the family's own part of a pipeline case: its settings, and the noise stream of each input.
  void (*sample)(const cases::Case& c, SampleInput& input, SampleHooks& hooks) = nullptr;
  /// Encodes a case's prompts; null: the model's encoders do.
  encoders::TextCondition (*encode)(const cases::Case& c, const Family& family,
                                    std::vector<std::string> prompts,
                                    const nn::ComponentOptions& options) = nullptr;
  /// Converts the result of denoise() to the case's layout; null: that of the last step's latents.
  torch::Tensor (*result)(const torch::Tensor& latents) = nullptr;
  /// Components that only this family has, or that it computes differently.
  std::map<std::string_view, cases::ComponentEntry> more;
};

}  // namespace fw::families
