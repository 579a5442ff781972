// SPDX-License-Identifier: Apache-2.0
#include "engine/model_check_job.h"

#include "engine/model_check.h"

namespace fw::engine {

engine_api::Outcome run_model_check(const engine_api::ModelCheckRequest& request,
                                    engine_api::JobContext& context) {
  ModelReport report;
  if (request.manifest.empty()) {
    ProgressMeter meter(FW_TEXT("phases", "reading the weights"), 0);
    report = check_model({request.folder, request.parts}, [&](size_t done, size_t total) {
      if (context.stop().stop_requested()) throw Cancelled();
      Progress progress = meter.update(static_cast<int64_t>(done));
      progress.total = static_cast<int64_t>(total);
      context.progress(progress);
    });
  } else {
    report.components.push_back(check_manifest(request.config, request.manifest));
  }
  return engine_api::Outcome::finished(report);
}

}  // namespace fw::engine
