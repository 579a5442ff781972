// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "run/run_folder.h"

/// A sweep: several runs that differ in some settings, as a file that the user writes and as a folder.
namespace fw::run {

/// Settings that vary together: each step of the axis sets all of them.
struct SweepAxis {
  std::vector<std::string> keys;
  std::vector<std::vector<std::string>> steps;  ///< by key, as after "key=" on a command line
  bool operator==(const SweepAxis&) const = default;
};

inline constexpr size_t most_sweep_runs = 1000;

/// Reads "optimizer.lr=1e-4,1e-3". Commas in quotes and brackets separate nothing.
/// @throws fw::Error run.bad_sweep_axis
SweepAxis parse_sweep_axis(std::string_view text);

/// The settings of each run, "key=value": every combination of the axes' steps, the last axis varying
/// fastest.
/// @throws fw::Error run.sweep_key_twice; run.sweep_too_large beyond most_sweep_runs
std::vector<std::vector<std::string>> sweep_settings(const std::vector<SweepAxis>& axes);

/// The sweep as the user writes it:
///   run = "cats.toml"        # relative to this file
///   halving = 3              # optional
///   [[over]]                 # each one is an axis
///   optimizer.lr = [1e-4, 1e-3]
struct SweepFile {
  std::filesystem::path run_file;
  std::vector<SweepAxis> axes;
  int64_t halving = 1;
};
/// @throws fw::Error run.bad_sweep_file, run.bad_sweep_axis, base.read_failed, base.file_too_large
SweepFile read_sweep_file(const std::filesystem::path& file);
/// The text of such a file. @param run_file  as written into it
std::string sweep_file_text(const std::string& run_file, const std::vector<SweepAxis>& axes);
/// Whether the text of a TOML file is that of a sweep and not of a run.
bool is_sweep_file(std::string_view text);

/// A run of a sweep. Its folder is beside the sweep's.
struct SweepRun {
  std::string folder{};                 ///< name
  std::vector<std::string> settings{};  ///< "key=value", in which it differs
  int64_t dropped_at = 0;               ///< step at which it was dropped for better runs; 0: never
};
void describe(auto& fields, SweepRun& run) {
  fields.need("folder", run.folder);
  fields.need("settings", run.settings);
  fields("dropped_at", run.dropped_at);
}

/// The content of a sweep's folder, `<output_dir>/<name>-sweep-<date>-<time>/sweep.json`.
struct Sweep {
  std::string name{};
  /// Successive halving: of each round's runs, one in `halving` trains on; 1: all runs train to their end.
  int64_t halving = 1;
  int64_t processes = 1;  ///< that train each run together
  std::vector<SweepRun> runs{};
};
void describe(auto& fields, Sweep& sweep) {
  fields("name", sweep.name);
  fields("halving", sweep.halving);
  fields("processes", sweep.processes);
  fields.need("runs", sweep.runs);
}

/// @throws fw::Error run.no_sweep, run.damaged_sweep
Sweep read_sweep(const std::filesystem::path& folder);
void write_sweep(const std::filesystem::path& folder, const Sweep& sweep);
/// The sweep's folder: as given, or for "latest" the newest one under `output_dir`. @throws fw::Error
/// run.no_sweep
std::filesystem::path find_sweep(std::string_view text, const std::filesystem::path& output_dir);

}  // namespace fw::run
