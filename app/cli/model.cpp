// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/units.h"
#include "catalog/catalog.h"
#include "cli/job_runner.h"
#include "model_files/model_report.h"

namespace fw::cli {

namespace {

using model_files::ComponentReport;
using model_files::ModelReport;

void print_component(const ComponentReport& component) {
  std::string line = component.name == component.class_name ? component.class_name
                                                            : component.name + ": " + component.class_name;
  if (component.parameters > 0) line += ", " + std::to_string(component.parameters) + " parameters";
  if (!component.dtypes.empty()) line += ", " + component.dtypes + ", " + format_bytes(component.bytes);
  if (component.faults.empty()) line += ", ok";
  std::printf("%s\n", line.c_str());
}

void print_report_faults(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) std::printf("error: %s\n", fault.full_message().c_str());
}

/// Prints a known model; if it is not recognised, the report gives the reason.
void print_model(const catalog::ModelSource& source) {
  try {
    const catalog::ModelSpec model = catalog::recognise_model(source);
    std::printf("%s: %s at %g fps, %lld tokens\n", model.rules.model.c_str(),
                to_string(model.native_size()).c_str(), model.rules.fps,
                static_cast<long long>(model.token_limit()));
    for (const std::string& sampler : model.samplers) std::printf("sampler: %s\n", sampler.c_str());
  } catch (const Error&) {
    return;
  }
}

int print_report(const Session& session, const ModelReport& report, const catalog::ModelSource& source) {
  if (!session.json) {
    if (!source.folder.empty()) print_model(source);
    print_report_faults(report.faults);
    for (const ComponentReport& component : report.components) {
      print_component(component);
      print_report_faults(component.faults);
    }
  }
  return report.sound() ? exit_done : exit_failed;
}

}  // namespace

void add_model(CLI::App& app, Session& session) {
  CLI::App* model = app.add_subcommand("model", "List, download and inspect models");
  model->require_subcommand(1);
  CLI::App* check = model->add_subcommand(
      "check",
      "Check that a model's files are complete, have the right shapes and hold no infinite values or NaN");
  auto request = std::make_shared<engine_api::ModelCheckRequest>();
  auto* folder = check->add_option("FOLDER", request->folder, "Model folder (diffusers layout)");
  add_parts(*check, request->parts);
  auto* config = check->add_option("--config", request->config, "A component's config.json");
  auto* manifest =
      check->add_option("--manifest", request->manifest, "Names and shapes to compare with (JSON)");
  config->needs(manifest)->excludes(folder);
  manifest->needs(config);
  check->callback([&session, request] {
    if (request->folder.empty() && request->config.empty())
      throw CLI::RequiredError("FOLDER, or --config and --manifest,");
    session.exit_code =
        run_engine_job(session, job_of(*request, "Model check"),
                       on_result<ModelReport>([&session, request](const auto& report) {
                         return print_report(session, report, {request->folder, request->parts});
                       }));
  });
#ifdef FW_MEDIA
  add_model_downloads(*model, session);
#endif
}

}  // namespace fw::cli
