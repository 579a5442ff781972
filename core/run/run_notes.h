// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/json_fields.h"
#include "run/run_folder.h"

namespace fw::run {

/// What a person says of a run, in its folder as notes.json: nothing of it changes what is trained.
struct RunNotes {
  std::string name{};  ///< in place of the run file's; empty: that one
  std::string note{};
  bool starred = false;
  int64_t processes = 1;  ///< that train it together, where the window starts them
  bool operator==(const RunNotes&) const = default;
};
void describe(auto& fields, RunNotes& notes) {
  fields("name", notes.name);
  fields("note", notes.note);
  fields("starred", notes.starred);
  fields("processes", notes.processes);
}

/// Nothing said where there is no file, or none that can be read. Thread: any.
RunNotes read_run_notes(const RunPaths& run);

/// @throws fw::Error base.write_failed. Thread: any; while the run is trained, too.
void write_run_notes(const RunPaths& run, const RunNotes& notes);

}  // namespace fw::run
