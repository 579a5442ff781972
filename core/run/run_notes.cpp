// SPDX-License-Identifier: Apache-2.0
#include "run/run_notes.h"

#include "base/atomic_file.h"
#include "base/json_text.h"

namespace fw::run {

namespace {

std::filesystem::path file_of(const RunPaths& run) {
  return run.folder / "notes.json";
}

}  // namespace

RunNotes read_run_notes(const RunPaths& run) {
  RunNotes notes;
  std::error_code error;
  if (!std::filesystem::exists(file_of(run), error)) return notes;
  try {
    const nlohmann::json json = read_json(file_of(run));
    if (json.is_object()) read_fields(json, notes, "notes", Reading::lenient);
  } catch (const Error&) {
    // Ignore unreadable notes.
  }
  return notes;
}

void write_run_notes(const RunPaths& run, const RunNotes& notes) {
  write_file_atomically(file_of(run), nlohmann::json(notes).dump(2) + '\n', Existing::own);
}

}  // namespace fw::run
