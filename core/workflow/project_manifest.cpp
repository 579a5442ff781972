// SPDX-License-Identifier: Apache-2.0
#include "workflow/project_manifest.h"

namespace fw::workflow {

dataset::DatasetManifest manifest_of(const project::Project& project, const project::BucketPlan& plan,
                                     const project::SampleOptions& options) {
  dataset::DatasetManifest samples = make_manifest(project, plan.assignments, options);
  if (!samples.empty()) return samples;
  if (!plan.errors.empty()) throw Error(plan.errors.front());
  throw Error(no_dataset, {{"key", "data.dataset"}});
}

dataset::DatasetManifest project_manifest(const project::Project& project, const catalog::ModelSpec& model,
                                          const std::string& id_token, const std::stop_token& stop) {
  project::BucketRequest request;
  request.model = model;
  request.fps = model.rules.fps;
  const project::BucketPlan plan = project::plan_buckets(project, request, {.stop = stop});
  if (!plan.errors.empty()) throw Error(plan.errors.front());
  return manifest_of(project, plan, {request.fps, id_token});
}

}  // namespace fw::workflow
