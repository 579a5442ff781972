// SPDX-License-Identifier: Apache-2.0
#include "run/sampling_options.h"

#include "run/run_file.h"

namespace fw::run {

namespace {

std::string options_table(std::string_view family) {
  return "validation." + std::string(family) + ".";
}

}  // namespace

std::vector<const catalog::Setting*> sampling_settings(std::string_view family) {
  std::vector<const catalog::Setting*> all;
  for (const catalog::Setting& setting : settings()) {
    if (setting.key.starts_with(options_table(family))) all.push_back(&setting);
  }
  return all;
}

std::string_view option_name(const catalog::Setting& setting) {
  return setting.key.substr(setting.key.rfind('.') + 1);
}

nlohmann::json sampling_options(const RunSettings& run, std::string_view family) {
  nlohmann::json options = nlohmann::json::object();
  for (const catalog::Setting* setting : sampling_settings(family)) {
    std::visit([&](const auto& value) { options[std::string(option_name(*setting))] = value; },
               value_of(run, *setting));
  }
  return options;
}

catalog::OwnValues read_sampling_options(const nlohmann::json& params, std::string_view family) {
  nlohmann::json options = nlohmann::json::object();
  for (const catalog::Setting* setting : sampling_settings(family)) {
    for (const std::string_view old : setting->old_keys) {
      if (const auto found = params.find(std::string(old)); found != params.end())
        options[std::string(option_name(*setting))] = *found;
    }
  }
  if (const auto said = params.find("options"); said != params.end() && said->is_object())
    options.update(*said);
  std::string text;
  for (const auto& [name, value] : options.items()) {
    const std::string written = value.is_string() ? value.get<std::string>() : value.dump();
    text = override_in_text(text, options_table(family) + name + "=" + written);
  }
  const RunFile run = parse_run_file(text, "options", Extent::part);
  if (!run.faults.empty()) throw Error(run.faults.front());
  return run.settings.own;
}

}  // namespace fw::run
