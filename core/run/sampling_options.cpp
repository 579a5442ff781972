// SPDX-License-Identifier: Apache-2.0
#include "run/sampling_options.h"

#include <algorithm>

#include "run/run_file.h"

namespace fw::run {

namespace {

std::string options_table(std::string_view family) {
  return "validation." + std::string(family) + ".";
}

/// The current name of an option.
std::string present_name(const std::string& name, std::string_view family) {
  for (const catalog::Setting* setting : sampling_settings(family)) {
    if (std::ranges::find(setting->old_keys, name) != setting->old_keys.end())
      return std::string(option_name(*setting));
  }
  return name;
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

catalog::OwnValues sampling_options(const RunSettings& run, std::string_view family) {
  catalog::OwnValues options;
  for (const catalog::Setting* setting : sampling_settings(family))
    options.emplace(option_name(*setting), value_of(run, *setting));
  return options;
}

catalog::OwnValues read_sampling_options(const catalog::OwnValues& options, std::string_view family) {
  std::string text;
  for (const auto& [name, value] : options) {
    const std::string* const as_typed = std::get_if<std::string>(&value);
    const std::string written = as_typed != nullptr ? *as_typed : to_toml(value);
    text = override_in_text(text, options_table(family) + present_name(name, family) + "=" + written);
  }
  const RunFile run = parse_run_file(text, "options", Extent::part);
  if (!run.faults.empty()) throw Error(run.faults.front());
  return run.settings.own;
}

}  // namespace fw::run
