// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/json_fields.h"
#include "run/run_folder.h"

namespace fw::run {

/// The user's notes on a run, in its folder as notes.json: they do not affect training.
struct RunNotes {
  std::string name{};  ///< replaces the run file's; empty: not set
  std::string note{};
  bool starred = false;
  int64_t processes = 1;  ///< that train it together, if started by the window
  bool operator==(const RunNotes&) const = default;
};
void describe(auto& fields, RunNotes& notes) {
  fields("name", notes.name);
  fields("note", notes.note);
  fields("starred", notes.starred);
  fields("processes", notes.processes);
}

/// Empty if the file does not exist or cannot be read. Thread: any.
RunNotes read_run_notes(const RunPaths& run);

/// @throws fw::Error base.write_failed. Thread: any, also while the run is training.
void write_run_notes(const RunPaths& run, const RunNotes& notes);

}  // namespace fw::run
