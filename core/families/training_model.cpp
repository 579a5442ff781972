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

std::unique_ptr<TrainingModel> load_training_model(const TrainingModelOptions& options) {
  if (options.family == "cogvideox") return std::make_unique<CogVideoXTrainingModel>(options);
  throw Error(unknown_family, {{"family", options.family}});
}

}  // namespace fw::families
