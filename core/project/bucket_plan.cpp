// SPDX-License-Identifier: Apache-2.0
#include "project/bucket_plan.h"

#include <algorithm>
#include <charconv>

#include "catalog/catalog.h"
#include "project/clip_fault.h"
#include "project/clips.h"
#include "project/samples.h"
#include "project/weights.h"
#include "run/run_file.h"

namespace fw::project {

namespace {

constexpr ErrorCode no_clips{"project.no_clips", FW_TEXT("errors", "There are no clips to train on."),
                             FW_TEXT("errors", "Import some, or choose another filter."), Blame::input};

template <typename Number>
Number number_setting(const Project& project, std::string_view key, Number otherwise) {
  const std::string text = setting(project, key);
  Number number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// An empty folder if the run file names no model or cannot be read.
catalog::ModelSource source_in_run_file(const Project& project) {
  const std::filesystem::path file = project.folder() / "run.toml";
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  try {
    return run::model_source(run::parse_run_file(run::run_file_text(file), file, run::Extent::part).settings);
  } catch (const Error&) {
    return {};
  }
}

void choose_buckets(const Project& project, const BucketRequest& request, BucketPlan& plan) {
  plan.buckets = request.buckets;
  if (plan.buckets.empty() && !request.propose) plan.buckets = project_buckets(project);
  if (!plan.buckets.empty() && !request.propose) return;
  dataset::BucketProposal proposal =
      dataset::propose_buckets(plan.shapes, request.model.rules, request.budget);
  plan.buckets = std::move(proposal.buckets);
  plan.explanation = std::move(proposal.explanation);
}

}  // namespace

ChosenModel chosen_model(const Project& project) {
  for (const catalog::ModelSource& source :
       {source_in_run_file(project), catalog::ModelSource{setting(project, "model_folder")}}) {
    try {
      if (!source.folder.empty()) return {catalog::recognise_model(source), source};
    } catch (const Error&) {
      // It no longer exists: try the next one.
    }
  }
  const catalog::ModelSpec* const published = catalog::find_model(setting(project, "model"));
  return {published != nullptr ? *published : catalog::published_models().front()};
}

BucketRequest project_request(const Project& project, catalog::ModelSpec model) {
  BucketRequest request;
  request.fps = number_setting(project, "fps", model.rules.fps);
  request.budget.batch_size = std::max<int64_t>(1, number_setting<int64_t>(project, "batch_size", 1));
  request.budget.max_pixels = model.native_size().pixels();
  const bool splits = setting(project, "long_clips") == "split";
  request.long_clips = splits ? dataset::LongClips::split : dataset::LongClips::beginning;
  request.model = std::move(model);
  return request;
}

BucketPlan plan_buckets(const Project& project, const BucketRequest& request, const WorkOptions& work) {
  BucketPlan plan;
  plan.shapes = clip_shapes(project, request.fps, request.filter, work);
  choose_buckets(project, request, plan);
  plan.assignments = dataset::assign_buckets(plan.shapes, plan.buckets, request.long_clips);
  plan.totals = dataset::sum_up(plan.shapes, plan.assignments);
  plan.samples_an_epoch = samples_an_epoch(project, plan.assignments);
  for (size_t i = 0; i < plan.shapes.size(); ++i) {
    if (!plan.assignments[i].fit) plan.unfit.push_back(dataset::unfit_reason(plan.shapes[i], plan.buckets));
  }
  catalog::BucketFaults rules = catalog::check_buckets(plan.buckets, request.model.rules);
  plan.errors = std::move(rules.errors);
  plan.warnings = std::move(rules.warnings);
  if (plan.shapes.empty()) {
    plan.errors.push_back(Fault(no_clips));
    return plan;
  }
  plan.limits = {
      .batch_size = request.budget.batch_size, .max_crop_share = request.max_crop_share, .fps = request.fps};
  for (Fault& fault : dataset::check_assignments(plan.shapes, plan.assignments, plan.buckets, plan.limits)) {
    const bool leaves_out = fault.code == "dataset.clips_unfit" || fault.code == "dataset.no_buckets";
    (leaves_out ? plan.errors : plan.warnings).push_back(std::move(fault));
  }
  for (auto* const faults : {&plan.warnings, &plan.unfit})
    for (Fault& fault : *faults) name_clip(project, fault);
  return plan;
}

}  // namespace fw::project
