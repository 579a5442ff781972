// SPDX-License-Identifier: Apache-2.0
#include "families/training_model.h"

#include "base/error.h"
#include "families/cogvideox/objective.h"

namespace fw::families {

namespace {

constexpr ErrorCode unknown_family{"families.unknown_family",
                                   FW_TEXT("errors", "Models of the family {family} cannot be trained here."),
                                   FW_TEXT("errors", "The families are: cogvideox."), Blame::input};

}  // namespace

std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                   const LoadOptions& options) {
  if (settings.family == "cogvideox") return std::make_unique<CogVideoXTrainingModel>(settings, options);
  throw Error(unknown_family, {{"family", settings.family}});
}

}  // namespace fw::families
