// SPDX-License-Identifier: Apache-2.0
#include "workflow/project_samples.h"

namespace fw::workflow {

void visit_plan_samples(const project::Project& project, const project::BucketPlan& plan,
                        const project::SampleOptions& options, const dataset::TakeSample& take) {
  if (plan.totals.samples == 0 && !plan.errors.empty()) throw Error(plan.errors.front());
  if (plan.samples_an_epoch == 0) throw Error(no_dataset, {{"key", "data.dataset"}});
  visit_samples(project, plan.assignments, options, take);
}

dataset::DatasetManifest manifest_of(const project::Project& project, const project::BucketPlan& plan,
                                     const project::SampleOptions& options) {
  dataset::DatasetManifest samples;
  visit_plan_samples(project, plan, options,
                     [&](dataset::DatasetSample sample) { samples.push_back(std::move(sample)); });
  return samples;
}

project::BucketPlan visit_project_samples(const project::Project& project, const catalog::ModelSpec& model,
                                          const std::string& id_token, const std::stop_token& stop,
                                          const dataset::TakeSample& take) {
  const project::BucketRequest request = project::project_request(project, model);
  project::BucketPlan plan = project::plan_buckets(project, request, {.stop = stop});
  const catalog::BucketFaults rules = catalog::check_buckets(plan.buckets, model.rules);
  if (!rules.errors.empty()) throw Error(rules.errors.front());
  const std::string token = id_token.empty() ? project::setting(project, "id_token") : id_token;
  visit_plan_samples(project, plan, {request.fps, token}, take);
  return plan;
}

}  // namespace fw::workflow
