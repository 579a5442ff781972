// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string_view>
#include <utility>

#include "cases/case_file.h"
#include "families/family.h"

namespace fw::families {

/// What the parity check must know of a family: how the named inputs of a case become what its code takes.
struct FamilyCases {
  /// The transformer on the inputs of transformer.forward and transformer.backward.
  torch::Tensor (*transformer)(VideoTransformer& network, const cases::Case& c,
                               const cases::Settings& settings, const nn::BlockRunner& runner) = nullptr;
  /// What a train case sets of the family's own settings; nothing: none.
  void (*run)(const cases::Case& c, run::RunSettings& run) = nullptr;
  /// Micro-batch m of train.
  std::pair<TrainingBatch, TrainingDraw> (*micro_batch)(const cases::Case& c, int64_t m) = nullptr;
  /// What of a pipeline case is the family's own: the values of its settings, and which stream an input is.
  void (*sample)(const cases::Case& c, SampleInput& input, SampleHooks& hooks) = nullptr;
  /// What a case's prompts are to the model; nothing: what its encoders make of them.
  encoders::TextCondition (*encode)(const cases::Case& c, const Family& family,
                                    std::vector<std::string> prompts,
                                    const nn::ComponentOptions& options) = nullptr;
  /// What denoise() gave as a case has it; nothing: as the last step's latents are.
  torch::Tensor (*result)(const torch::Tensor& latents) = nullptr;
  /// Components that only this family has, and those that it computes in another way than the rest.
  std::map<std::string_view, cases::ComponentEntry> more;
};

}  // namespace fw::families
