// SPDX-License-Identifier: Apache-2.0
#include "interchange/loop_import.h"

#include <algorithm>
#include <map>

#include "interchange/config_import.h"
#include "run/run_file.h"

namespace fw::interchange {

namespace {

using Values = std::map<std::string, std::string>;

/// As on a command line: texts without quotes.
std::string text_of(const catalog::Value& value) {
  const std::string* const text = std::get_if<std::string>(&value);
  return text != nullptr ? *text : run::to_toml(value);
}

/// All settings of an imported run file except its name and place, as text.
Values values_of(const ImportedFlags& imported) {
  const run::RunSettings settings =
      run::parse_run_file(imported.toml, "/run.toml", run::Extent::part).settings;
  Values values;
  for (const catalog::Setting& setting : run::settings())
    if (setting.key != "run.name" && setting.key != "run.output_dir")
      values[std::string(setting.key)] = text_of(run::value_of(settings, setting));
  return values;
}

/// The settings that differ between the runs of one loop.
run::SweepAxis axis_of(const std::vector<Values>& runs) {
  run::SweepAxis axis{{}, std::vector<std::vector<std::string>>(runs.size())};
  for (const auto& [key, value] : runs.front()) {
    const auto is_same = [&](const Values& each) { return each.at(key) == value; };
    if (std::ranges::all_of(runs, is_same)) continue;
    axis.keys.push_back(key);
    for (size_t step = 0; step < runs.size(); ++step) axis.steps[step].push_back(runs[step].at(key));
  }
  return axis;
}

}  // namespace

std::vector<run::SweepAxis> import_loops(std::string_view script, std::string_view file_name,
                                         const NamedFile& named_file) {
  std::vector<run::SweepAxis> axes;
  if (is_config_name(file_name)) return axes;
  for (const auto& [variable, steps] : read_shell_script(script).loops) {
    if (steps.size() > run::most_sweep_runs) continue;
    try {
      std::vector<Values> runs;
      for (size_t step = 0; step < steps.size(); ++step)
        runs.push_back(values_of(import_flags(script, file_name, named_file, {{variable, step}})));
      if (run::SweepAxis axis = axis_of(runs); !axis.keys.empty()) axes.push_back(std::move(axis));
    } catch (const Error&) {
      // Some values start another trainer or none: the loop is reported by import_flags().
    }
  }
  return axes;
}

}  // namespace fw::interchange
