// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "quickstart/project.h"
#include "run/run_file.h"
#include "run/run_folder.h"

/// Runs that the engine really trains, from a window.
namespace fw::ui {

/// The sample project with a run of one clip per step, without validation clips and held-out losses. @param
/// settings  applied to it
inline void makeSampleProject(const std::filesystem::path& folder,
                              std::vector<std::pair<const char*, catalog::Value>> settings) {
  quickstart::open_quickstart_project(folder);
  std::string text = read_file(folder / "run.toml");
  const std::vector<std::pair<const char*, catalog::Value>> usual{
      {"training.batch_size", int64_t{1}},
      {"data.cache", to_utf8(folder / "cache")},
      {"validation.validation_prompts", std::vector<std::string>()},
      {"validation.held_out_samples", int64_t{0}}};
  settings.insert(settings.begin(), usual.begin(), usual.end());
  for (const auto& [key, value] : settings) text = run::set_in_text(text, key, value);
  write_file_atomically(folder / "run.toml", text, Existing::replace);
}

inline std::vector<run::RunEvent> eventsOf(const run::RunPaths& run, const std::string& event) {
  std::vector<run::RunEvent> found;
  run::read_run_events(run, 0, [&](const run::RunEvent& each) {
    if (each.event == event) found.push_back(each);
  });
  return found;
}

inline int64_t newestStep(const run::RunPaths& run) {
  const auto metrics = eventsOf(run, "metrics");
  return metrics.empty() ? 0 : metrics.back().step;
}

}  // namespace fw::ui
