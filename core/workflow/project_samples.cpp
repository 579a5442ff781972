// SPDX-License-Identifier: Apache-2.0
#include "workflow/project_samples.h"

namespace fw::workflow {

void visit_plan_samples(const project::Project& project, const project::BucketPlan& plan,
                        const project::SampleOptions& options, const dataset::TakeSample& take) {
  if (plan.totals.samples == 0 && !plan.errors.empty()) throw Error(plan.errors.front());
  if (plan.totals.samples == 0) throw Error(no_dataset, {{"key", "data.dataset"}});
  visit_samples(project, plan.assignments, options, take);
}

dataset::DatasetManifest manifest_of(const project::Project& project, const project::BucketPlan& plan,
                                     const project::SampleOptions& options) {
  dataset::DatasetManifest samples;
  visit_plan_samples(project, plan, options,
                     [&](dataset::DatasetSample sample) { samples.push_back(std::move(sample)); });
  return samples;
}

void visit_project_samples(const project::Project& project, const catalog::ModelSpec& model,
                           const std::string& id_token, const std::stop_token& stop,
                           const dataset::TakeSample& take) {
  project::BucketRequest request;
  request.model = model;
  request.fps = model.rules.fps;
  const project::BucketPlan plan = project::plan_buckets(project, request, {.stop = stop});
  if (!plan.errors.empty()) throw Error(plan.errors.front());
  visit_plan_samples(project, plan, {request.fps, id_token}, take);
}

}  // namespace fw::workflow
