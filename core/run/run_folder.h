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

/// A run is a folder, and the folder is the truth: a database is an index that can be made again from it.
///   run.toml         the settings, frozen, paths absolute
///   dataset.jsonl    the samples, frozen
///   events.jsonl     what happened, one event a line
///   lock             held for as long as a process trains in it
///   start/           the weights that it starts from, when it starts from some
///   checkpoints/step-00000500/   written whole or not at all
///   samples/step-00000500/       validation clips
///   notes.json, validation_prompts.txt   what a person says and changes: see run_notes.h, changed_prompts.h
///   phases.json      how long it was in each phase: see phase_times.h
///   result/          what the run was for: the LoRA or the model folder
///   metrics.csv, tensorboard/    the curves for other programs
namespace fw::run {

/// The trained weights in a checkpoint's folder: of a LoRA, of a full fine-tune.
inline constexpr const char* lora_file_name = "pytorch_lora_weights.safetensors";
inline constexpr const char* trained_file_name = "trained.safetensors";
/// Of a file that several processes have written in parts: "trained.safetensors.index.json".
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

/// Freezes a run: makes `<output_dir>/<name>-<date>-<time>` with its run file, its dataset and the weights
/// that it starts from (a copy; those of a checkpoint, which is written once and never changed, are linked).
/// From then on it needs no other run. What cannot be frozen whole leaves no folder.
/// @param run  without faults
/// @param processes  on this machine, which share its cores unless the run sets run.cpu_threads
/// @return the new run's folder
/// @throws fw::Error dataset.manifest_row, run.bad_start, base.read_failed, base.write_failed,
///   run.run_folder_failed
/// Thread: any; two at once get two folders.
RunPaths create_run(const RunFile& run, int64_t processes = 1);

/// The run file of a new run that has the settings and the dataset of `from`, and starts at step 0 from the
/// weights of `checkpoint`. @param checkpoint  empty: the newest one of `from`
/// @throws fw::Error run.no_checkpoint, base.read_failed
std::string branch_text(const RunPaths& from, const std::filesystem::path& checkpoint = {});

/// Freezes that run file, with `settings` ("key=value") laid over it.
/// @param id  not empty: the folder keeps it, and a second call with it returns the same run
/// @throws as create_run and branch_text; run.bad_override
RunPaths branch_run(const RunPaths& from, const std::filesystem::path& checkpoint,
                    const std::vector<std::string>& settings = {}, std::string_view id = {});
/// The run that branch_run made with these, even when `from` is gone since.
std::optional<RunPaths> find_branch(const RunPaths& from, const std::vector<std::string>& settings,
                                    std::string_view id);

/// The right to train in the run's folder and to change its run file.
/// @throws fw::Error run.run_busy when somebody has it, base.lock_failed
FileLock lock_run(const RunPaths& run);

/// Steps of the whole checkpoints, rising. A folder with its final name is whole: it is renamed to it when
/// all of its files are on disk.
std::vector<int64_t> checkpoint_steps(const RunPaths& run);

/// How a run stands, derived from its lock and its newest checkpoint, never from a stored word.
struct RunStatus {
  bool running = false;
  int64_t step = 0;         ///< of the newest whole checkpoint
  int64_t total_steps = 0;  ///< as total_steps()
  bool has_result =
      false;  ///< that of the step at which it last ended: one that was stopped has a result, too
  bool is_finished() const { return has_result && total_steps > 0 && step >= total_steps; }
};
RunStatus run_status(const RunPaths& run);

/// The step at which the run ends: as its settings say or, when they count epochs, as it began.
/// @return 0 when it counts epochs and has not begun. Cost: reads the first events.
int64_t total_steps(const RunPaths& run, const RunSettings& settings);

/// The run that `text` means: a run's folder, a checkpoint in one, or "latest": the run under
/// `output_dir` whose newest event is the latest. @throws fw::Error run.no_run
RunPaths find_run(std::string_view text, const std::filesystem::path& output_dir);

/// All runs under a folder, the newest first by their run files.
std::vector<RunPaths> list_runs(const std::filesystem::path& output_dir);

/// One line of events.jsonl. `event` is started, metrics, held_out, checkpoint, sample, log or ended; `json`
/// is the whole line, `step` and `time_ms` are always there. What each holds: resources/help/run_folder.md.
struct RunEvent {
  std::string event;
  int64_t step = 0;
  int64_t time_ms = 0;  ///< since the Unix epoch
  nlohmann::json json;

  /// A field, or `fallback` where it is absent or, as another version may have written it, of another type.
  template <typename T>
  T value(const char* name, T fallback) const {
    try {
      return json.value(name, fallback);
    } catch (const nlohmann::json::exception&) {
      return fallback;
    }
  }
};

/// Calls `take` for each whole line from byte `offset` on; a line that a crash cut short is left for the next
/// call. @return the offset behind the last whole line. Lines that are no events are skipped.
/// @throws fw::Error base.read_failed; nothing happens when the file is not there yet
uint64_t read_run_events(const RunPaths& run, uint64_t offset,
                         const std::function<void(const RunEvent&)>& take);
/// The newest event; nothing when there is none. Cost: reads the end of the file.
std::optional<RunEvent> last_run_event(const RunPaths& run);

}  // namespace fw::run
