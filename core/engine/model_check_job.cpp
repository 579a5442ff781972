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
    catalog::ModelSource source{path("folder")};
    const auto parts = params.value("parts", nlohmann::json::object());
    for (const auto& [name, part] : parts.items()) source.parts[name] = part.get<std::string>();
    report = check_model(source);
  }
  return engine_api::Outcome::finished(report);
}

}  // namespace fw::engine
