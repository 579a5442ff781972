// SPDX-License-Identifier: Apache-2.0
#include "engine/model_check_job.h"

#include "engine/model_check.h"

namespace fw::engine {

engine_api::Outcome run_model_check(const nlohmann::json& params, engine_api::JobContext&) {
  const auto path = [&](const char* key) { return std::filesystem::path(params.at(key).get<std::string>()); };
  ModelReport report;
  if (params.contains("manifest")) {
    report.components.push_back(check_manifest(path("config"), path("manifest")));
  } else {
    report = check_model({path("folder")});
  }
  return engine_api::Outcome::finished(report);
}

}  // namespace fw::engine
