// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/units.h"
#include "cli/job_runner.h"

namespace fw::cli {

namespace {

void print_component(const nlohmann::json& component) {
  const auto text = [&](const char* key) { return component.at(key).get<std::string>(); };
  std::string line = text("name") == text("class") ? text("class") : text("name") + ": " + text("class");
  if (const auto count = component.at("parameters").get<long long>(); count > 0) {
    line += ", " + std::to_string(count) + " parameters";
  }
  if (!text("dtypes").empty()) {
    line += ", " + text("dtypes") + ", " + format_bytes(component.at("bytes").get<uint64_t>());
  }
  if (component.at("faults").empty()) line += ", ok";
  std::printf("%s\n", line.c_str());
}

void print_faults(const nlohmann::json& faults) {
  for (const auto& fault : faults) std::printf("error: %s\n", fault.get<Fault>().full_message().c_str());
}

int print_report(const Session& session, const nlohmann::json& report) {
  if (!session.json) {
    if (report.contains("model")) {
      const nlohmann::json& model = report.at("model");
      std::printf("%s: %s at %g fps, %lld tokens\n", model.at("name").get<std::string>().c_str(),
                  model.at("native_size").get<std::string>().c_str(), model.at("fps").get<double>(),
                  model.at("token_limit").get<long long>());
      for (const auto& sampler : model.at("samplers"))
        std::printf("sampler: %s\n", sampler.get<std::string>().c_str());
    }
    print_faults(report.at("faults"));
    for (const auto& component : report.at("components")) {
      print_component(component);
      print_faults(component.at("faults"));
    }
  }
  return report.at("sound").get<bool>() ? exit_done : exit_failed;
}

}  // namespace

void add_model(CLI::App& app, Session& session) {
  CLI::App* model = app.add_subcommand("model", "Inspect model folders");
  model->require_subcommand(1);
  CLI::App* check = model->add_subcommand(
      "check", "Check that a model's files are complete and have the right shapes, without reading weights");
  struct Options {
    std::string folder, config, manifest;
    std::vector<std::string> parts;
  };
  auto options = std::make_shared<Options>();
  auto* folder = check->add_option("FOLDER", options->folder, "Model folder (diffusers layout)");
  check->add_option(
      "--part", options->parts,
      "NAME=PATH of a component outside the model folder, such as transformer=PATH; can be repeated");
  auto* config = check->add_option("--config", options->config, "A component's config.json");
  auto* manifest =
      check->add_option("--manifest", options->manifest, "Names and shapes to compare with (JSON)");
  config->needs(manifest)->excludes(folder);
  manifest->needs(config);
  check->callback([&session, options] {
    if (options->folder.empty() && options->config.empty()) {
      throw CLI::RequiredError("FOLDER, or --config and --manifest,");
    }
    auto parts = nlohmann::json::object();
    for (const std::string& part : options->parts) {
      const size_t equals = part.find('=');
      if (equals == std::string::npos) throw CLI::ValidationError("--part", "write " + part + "=PATH");
      parts[part.substr(0, equals)] = part.substr(equals + 1);
    }
    const nlohmann::json params =
        options->folder.empty() ? nlohmann::json{{"config", options->config}, {"manifest", options->manifest}}
                                : nlohmann::json{{"folder", options->folder}, {"parts", parts}};
    session.exit_code =
        run_engine_job(session, {"model_check", "Model check", params},
                       [&session](const nlohmann::json& report) { return print_report(session, report); });
  });
}

}  // namespace fw::cli
