// SPDX-License-Identifier: Apache-2.0
#include "workflow/project_manifest.h"

#include "project/bucket_plan.h"
#include "project/samples.h"

namespace fw::workflow {

dataset::DatasetManifest project_manifest(const project::Project& project, const catalog::ModelSpec& model,
                                          const std::string& id_token, const std::stop_token& stop) {
  project::BucketRequest request;
  request.model = model;
  request.fps = model.rules.fps;
  const project::BucketPlan plan = project::plan_buckets(project, request, {.stop = stop});
  if (!plan.errors.empty()) throw Error(plan.errors.front());
  dataset::DatasetManifest manifest = make_manifest(project, plan.assignments, {request.fps, id_token});
  if (manifest.empty()) throw Error(no_dataset, {{"key", "data.dataset"}});
  return manifest;
}

}  // namespace fw::workflow
