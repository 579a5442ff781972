// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_lock.h"
#include "dataset/dataset_manifest.h"
#include "run/run_file.h"

/// A run is a folder, which is the source of truth: a database is only an index that can be rebuilt from it.
///   run.toml         the settings, frozen, paths absolute
///   dataset.jsonl    the samples, frozen
///   events.jsonl     the log, one event per line
///   lock             held for as long as a process trains in it
///   start/           the initial weights, if any
///   checkpoints/step-00000500/   written atomically
///   samples/step-00000500/       validation clips
///   notes.json, validation_prompts.txt   edited by the user: see run_notes.h, changed_prompts.h
///   phases.json      time spent in each phase: see phase_times.h
///   result/          the outcome: the LoRA or the model folder
///   metrics.csv, tensorboard/    curves for other programs
namespace fw::run {

/// File names of the trained weights in a checkpoint's folder: of a LoRA, of a full fine-tune.
inline constexpr const char* lora_file_name = "pytorch_lora_weights.safetensors";
inline constexpr const char* trained_file_name = "trained.safetensors";
/// Name of the index of a sharded file: "trained.safetensors.index.json".
inline std::string index_name(const std::string& file) {
  return file + ".index.json";
}

struct RunPaths {
  std::filesystem::path folder;
  std::filesystem::path run_file() const { return folder / "run.toml"; }
  std::filesystem::path dataset() const { return folder / "dataset.jsonl"; }
  std::filesystem::path events() const { return folder / "events.jsonl"; }
  std::filesystem::path lock() const { return folder / "lock"; }
  std::filesystem::path start() const { return folder / "start"; }
  std::filesystem::path branch_id() const { return folder / "branch-id"; }
  std::filesystem::path checkpoints() const { return folder / "checkpoints"; }
  std::filesystem::path checkpoint(int64_t step) const;
  std::filesystem::path samples(int64_t step) const;
  std::filesystem::path result() const { return folder / "result"; }
};

/// Creates `<output_dir>/<name>-<date>-<time>`, with a number if that exists.
/// @param name  its characters that are unsafe in a path become dashes
/// @throws fw::Error run.run_folder_failed. Thread: any; concurrent calls create different folders.
std::filesystem::path new_run_folder(const std::filesystem::path& output_dir, std::string_view name);

/// Freezes a run: creates `<output_dir>/<name>-<date>-<time>` with its run file, its dataset and its initial
/// weights (copied; linked if from a checkpoint, which never changes). Afterwards it does not depend on any
/// other run. On failure no folder is left.
/// @param run  without faults
/// @param processes  on this machine; they share its cores unless the run sets run.cpu_threads
/// @return the new run's folder
/// @throws fw::Error dataset.manifest_row, run.bad_start, base.read_failed, base.write_failed,
///   run.run_folder_failed
/// Thread: any; concurrent calls create different folders.
RunPaths create_run(const RunFile& run, int64_t processes = 1);

/// Text of the run file of a new run that has the settings and dataset of `from` and starts at step 0 from
/// the weights of `checkpoint`. @param checkpoint  empty: the newest one of `from`
/// @throws fw::Error run.no_checkpoint, base.read_failed
std::string branch_text(const RunPaths& from, const std::filesystem::path& checkpoint = {});

/// Freezes that run file with `settings` ("key=value") applied.
/// @param id  if not empty, stored in the folder; a second call with it returns the same run
/// @throws as create_run and branch_text; run.bad_override
RunPaths branch_run(const RunPaths& from, const std::filesystem::path& checkpoint,
                    const std::vector<std::string>& settings = {}, std::string_view id = {});
/// The run that branch_run created with these arguments, even if `from` no longer exists.
std::optional<RunPaths> find_branch(const RunPaths& from, const std::vector<std::string>& settings,
                                    std::string_view id);

/// Locks the run for training and for changes of its run file.
/// @throws fw::Error run.run_busy if another process holds the lock, base.lock_failed
FileLock lock_run(const RunPaths& run);

/// Steps of the complete checkpoints, ascending. A folder with its final name is complete: it is renamed
/// after all of its files are on disk.
std::vector<int64_t> checkpoint_steps(const RunPaths& run);

/// Status of a run, derived from its lock and its newest checkpoint, never stored.
struct RunStatus {
  bool running = false;
  int64_t step = 0;         ///< of the newest complete checkpoint
  int64_t total_steps = 0;  ///< as total_steps()
  /// The result of the step at which the run last ended exists; a stopped run has one as well.
  bool has_result = false;
  bool is_finished() const { return has_result && total_steps > 0 && step >= total_steps; }
};
RunStatus run_status(const RunPaths& run);

/// The step at which the run ends, from its settings or, if they count epochs, from its start.
/// @return 0 if it counts epochs and has not started. Cost: reads the first events.
int64_t total_steps(const RunPaths& run, const RunSettings& settings);

/// Finds a run by its folder, by a checkpoint in it, or by "latest": the run under `output_dir` with the most
/// recent event. @throws fw::Error run.no_run
RunPaths find_run(std::string_view text, const std::filesystem::path& output_dir);

/// All runs under a folder, newest run file first.
std::vector<RunPaths> list_runs(const std::filesystem::path& output_dir);

/// One line of events.jsonl. `event` is started, metrics, held_out, checkpoint, sample, log or ended; `json`
/// is the whole line and always has `step` and `time_ms`. For the fields see resources/help/run_folder.md.
struct RunEvent {
  std::string event;
  int64_t step = 0;
  int64_t time_ms = 0;  ///< since the Unix epoch
  nlohmann::json json;

  /// A field, or `fallback` if it is missing or, written by another version, has another type.
  template <typename T>
  T value(const char* name, T fallback) const {
    try {
      return json.value(name, fallback);
    } catch (const nlohmann::json::exception&) {
      return fallback;
    }
  }
  /// One of a measurement's figures; nullopt if it is missing or not finite.
  std::optional<double> figure(const char* name) const;
};

/// Calls `take` for each complete line from byte `offset`; a line cut off by a crash is left for the next
/// call. @return the offset after the last complete line. Lines that are not events are skipped.
/// @throws fw::Error base.read_failed; does nothing if the file does not exist yet
uint64_t read_run_events(const RunPaths& run, uint64_t offset,
                         const std::function<void(const RunEvent&)>& take);
/// The newest event, or nullopt. Cost: reads the end of the file.
std::optional<RunEvent> last_run_event(const RunPaths& run);

}  // namespace fw::run
