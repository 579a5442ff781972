// SPDX-License-Identifier: Apache-2.0
#include "engine/model_check_job.h"

#include "engine/model_check.h"

namespace fw::engine {

engine_api::Outcome run_model_check(const engine_api::ModelCheckRequest& request, engine_api::JobContext&) {
  ModelReport report;
  if (request.manifest.empty()) {
    report = check_model({request.folder, request.parts});
  } else {
    report.components.push_back(check_manifest(request.config, request.manifest));
  }
  return engine_api::Outcome::finished(report);
}

}  // namespace fw::engine
