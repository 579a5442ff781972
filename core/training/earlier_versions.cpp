// SPDX-License-Identifier: Apache-2.0
#include "training/earlier_versions.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "catalog/catalog.h"

namespace fw::training {

namespace {

constexpr ErrorCode image_was_padded{
    "training.image_was_padded",
    FW_TEXT("errors",
            "An older version trained these weights up to step {step} with the image repeated in the padding "
            "frame of each clip. Generated clips never have it there."),
    FW_TEXT(
        "errors",
        "Training continues without this error. To train without it from the first step, start a new run.")};

bool pads_image_condition(const RunPlan& plan) {
  if (plan.settings.task != catalog::VideoTask::image_to_video) return false;
  const catalog::ModelSpec model = catalog::recognise_model(run::model_source(plan.settings));
  return std::ranges::any_of(plan.samples.train, [&](const dataset::DatasetSample& sample) {
    return catalog::latent_size(model, sample.bucket).padding_frames > 0;
  });
}

constexpr ErrorCode token_was_left_out{
    "training.token_was_left_out",
    FW_TEXT("errors",
            "Some captions of this run lack its trigger word: an older version left it out if a caption "
            "began with "
            "the same letters."),
    FW_TEXT("errors", "The run keeps its captions. To train with the word in all of them, start a new run.")};

bool lacks_id_token(const RunPlan& plan) {
  const std::string& token = plan.settings.id_token;
  return std::ranges::any_of(plan.samples.train, [&](const dataset::DatasetSample& sample) {
    return sample.caption.starts_with(token) && !dataset::has_id_token(sample.caption, token);
  });
}

constexpr ErrorCode times_were_shifted{
    "training.times_were_shifted",
    FW_TEXT(
        "errors",
        "An older version trained these weights up to step {step} with frame times that differ from those "
        "of generated clips."),
    FW_TEXT(
        "errors",
        "Training continues without this error. To train without it from the first step, start a new run.")};

bool counts_frames_as_sampled(const RunPlan& plan) {
  return catalog::recognise_model(run::model_source(plan.settings)).conditions_at_any_frame;
}

/// Checkpoints record how many there were: append new ones, remove none.
constexpr struct {
  ErrorCode warning;  ///< may contain {step}: the last step trained without the change
  bool (*affected)(const RunPlan& plan);
} changes[] = {{image_was_padded, pads_image_condition},
               {token_was_left_out, lacks_id_token},
               {times_were_shifted, counts_frames_as_sampled}};

}  // namespace

int64_t change_count() {
  return std::ssize(changes);
}

std::vector<Fault> changes_since(const RunPlan& plan) {
  const std::filesystem::path start = plan.settings.start_from;
  const std::filesystem::path folder = plan.checkpoint.empty() ? start.parent_path() : plan.checkpoint;
  if (!std::filesystem::exists(folder / "checkpoint.json")) return {};
  const TrainState state = read_state(folder);
  std::vector<Fault> warnings;
  for (int64_t i = std::max<int64_t>(state.changes, 0); i < change_count(); ++i)
    if (changes[i].affected(plan)) warnings.push_back({changes[i].warning, {{"step", state.step}}});
  return warnings;
}

}  // namespace fw::training
