// SPDX-License-Identifier: Apache-2.0
#include "run/run_folder.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <fstream>
#include <set>

#include "base/atomic_file.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "run/cache_cleanup.h"
#include "run/checkpoint_files.h"
#include "safetensors/tensor_set.h"

namespace fw::run {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode no_run{"run.no_run", FW_TEXT("errors", "{text} is not a run: it contains no run.toml."),
                           FW_TEXT("errors", "Give a folder below runs/, or latest."), Blame::input};
constexpr ErrorCode no_checkpoint{"run.no_checkpoint",
                                  FW_TEXT("errors", "The run {run} has no checkpoint yet."),
                                  FW_TEXT("errors", "Let it train until its first one."), Blame::input};
constexpr ErrorCode folder_failed{
    "run.run_folder_failed", FW_TEXT("errors", "The run's folder {folder} could not be made: {reason}."),
    FW_TEXT("errors", "Check the permissions and free space of the folder in run.output_dir."), Blame::input};

constexpr ErrorCode bad_start{
    "run.bad_start", FW_TEXT("errors", "Training cannot start from {file}: it contains no {name}."),
    FW_TEXT("errors", "Give a LoRA file, or a checkpoint of the same training type, in training.start_from."),
    Blame::input};
constexpr ErrorCode damaged_start{
    "run.damaged_start", FW_TEXT("errors", "Training cannot start from {file}: it is not as it was written."),
    FW_TEXT("errors", "Start from an older checkpoint."), Blame::input};
constexpr ErrorCode run_busy{
    "run.run_busy",
    FW_TEXT("errors", "This run is already being trained by another program: {folder} is held by {holder}."),
    FW_TEXT("errors", "Wait for it or stop it there."), Blame::input};

constexpr std::string_view step_prefix = "step-";
constexpr size_t longest_name = 60;  // bytes

std::string step_name(int64_t step) {
  std::string digits = std::to_string(step);
  if (digits.size() < 8) digits.insert(0, 8 - digits.size(), '0');
  return std::string(step_prefix) + digits;
}

/// Makes a name safe for paths and command lines; keeps letters of any script.
std::string folder_name(std::string_view name) {
  std::string safe;
  for (const char c : name) {
    const auto code = static_cast<unsigned char>(c);
    const bool keep = std::isalnum(code) || c == '-' || c == '_' || c == '.' || code >= 0x80;
    safe += keep ? c : '-';
  }
  safe.erase(0, std::min(safe.find_first_not_of(".-"), safe.size()));
  size_t end = std::min(safe.size(), longest_name);
  while (end < safe.size() && (static_cast<unsigned char>(safe[end]) & 0xC0) == 0x80) --end;  // whole letters
  return safe.substr(0, end);
}

std::string time_stamp() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm local{};
  localtime_r(&now, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &local);
  return text;
}

/// The run file with absolute paths, so that it has the same meaning inside the run's folder.
std::string frozen_text(const RunFile& run) {
  std::string text = run.text;
  for (const catalog::Setting& setting : settings()) {
    // The default of output_dir is relative to the file's folder, too, and a branch is created next to its
    // run.
    const bool is_there = run.given.contains(std::string(setting.key)) || setting.key == "run.output_dir";
    if (catalog::is_path(setting.meaning) && is_there) {
      text = set_in_text(text, setting.key, value_of(run.settings, setting));
    }
  }
  return text;
}

void copy_bytes(const fs::path& from, const fs::path& to) {
  AtomicFile copy(to, Existing::refuse);
  std::ifstream source(from, std::ios::binary);
  std::vector<char> bytes(1 << 20);
  while (source.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) || source.gcount() > 0)
    copy.write(std::string_view(bytes.data(), static_cast<size_t>(source.gcount())));
  if (!source.eof()) throw Error(bad_start, {{"file", to_utf8(from)}, {"name", "readable bytes"}});
  copy.commit();
}

/// Copies or links a run's initial weights into its folder. @return the file there
fs::path keep_start(const RunPaths& paths, const RunSettings& settings) {
  fs::path file = settings.start_from;
  std::error_code error;
  if (fs::is_directory(file, error)) {
    file /= settings.training_type == TrainingType::sft ? trained_file_name : lora_file_name;
    const fs::path index = file.parent_path() / index_name(file.filename().string());
    if (fs::exists(index, error)) file = index;
  }
  if (!fs::is_regular_file(file, error)) {
    throw Error(bad_start, {{"file", to_utf8(settings.start_from)}, {"name", to_utf8(file.filename())}});
  }
  fs::create_directory(paths.start(), error);
  // A checkpoint's file never changes: a hard link costs nothing and survives deletion of the original. A
  // user's file could be overwritten by the program that wrote it.
  const bool is_checkpoint = fs::exists(file.parent_path() / "checkpoint.json", error);
  std::set<std::string> names{file.filename().string()};
  if (is_checkpoint) names.insert("checkpoint.json");  // records the version and the step
  if (file.extension() == ".json")
    for (const auto& [tensor, part] : safetensors::read_shard_index(file).files) names.insert(part);
  if (const auto damaged = is_checkpoint ? damaged_file(file.parent_path(), names) : std::nullopt)
    throw Error(damaged_start, {{"file", to_utf8(file.parent_path() / *damaged)}});
  for (const std::string& name : names) {
    if (is_checkpoint) fs::create_hard_link(file.parent_path() / name, paths.start() / name, error);
    if (!is_checkpoint || error) copy_bytes(file.parent_path() / name, paths.start() / name);
  }
  return paths.start() / file.filename();
}

void fill_folder(const RunPaths& paths, const RunFile& run, std::string_view branch_id, int64_t processes) {
  std::error_code error;
  // Not recursively: if the drive is unmounted now, the run must not begin in its mount point.
  fs::create_directory(paths.checkpoints(), error);
  note_cache_user(run.settings.cache, paths.dataset());
  dataset::ManifestWriter samples(paths.dataset(), Existing::refuse);
  dataset::visit_dataset_manifest(run.settings.dataset,
                                  [&](const dataset::DatasetSample& sample) { samples.add(sample); });
  samples.commit();
  std::string text =
      set_in_text(frozen_text(run), "data.dataset", catalog::Value(to_utf8(fs::absolute(paths.dataset()))));
  if (!run.settings.start_from.empty()) {
    const fs::path kept = fs::absolute(keep_start(paths, run.settings));
    text = set_in_text(text, "training.start_from", catalog::Value(to_utf8(kept)));
  }
  if (run.settings.cpu_threads == 0) {
    text = set_in_text(text, "run.cpu_threads", catalog::Value(thread_count(run.settings, processes)));
  }
  if (!branch_id.empty()) write_file_atomically(paths.branch_id(), branch_id, Existing::refuse);
  // A run file cannot contain a folder name that is not UTF-8.
  if (const RunFile frozen = parse_run_file(text, paths.run_file()); !frozen.faults.empty())
    throw Error(frozen.faults.front());
  // Written last: a folder with a run file is a run.
  write_file_atomically(paths.run_file(), text, Existing::refuse);
}

RunPaths freeze(const RunFile& run, std::string_view branch_id, int64_t processes) {
  const RunPaths paths{new_run_folder(run.settings.output_dir, run.settings.name)};
  try {
    fill_folder(paths, run, branch_id, processes);
  } catch (...) {
    std::error_code error;
    fs::remove_all(paths.folder, error);
    throw;
  }
  return paths;
}

/// Empty if the folder cannot be read.
std::vector<fs::directory_entry> entries_of(const fs::path& folder) {
  std::vector<fs::directory_entry> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    entries.push_back(*at);
  return entries;
}

/// Like read_run_events, but stops when `take` returns false.
uint64_t visit_events(const RunPaths& run, uint64_t offset,
                      const std::function<bool(const RunEvent&)>& take) {
  std::error_code error;
  if (!fs::exists(run.events(), error)) return offset;
  std::ifstream stream(run.events(), std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(offset));
  std::string line;
  while (std::getline(stream, line) && !stream.eof()) {
    offset += line.size() + 1;
    RunEvent event;
    event.json = parse_json(line);
    if (!event.json.is_object()) continue;
    try {
      event.json.at("event").get_to(event.event);
      event.json.at("step").get_to(event.step);
      event.json.at("time_ms").get_to(event.time_ms);
    } catch (const nlohmann::json::exception&) {
      continue;
    }
    if (!take(event)) break;
  }
  return offset;
}

std::optional<int64_t> step_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  int64_t step = 0;
  const char* const begin = name.data() + step_prefix.size();
  const char* const end = name.data() + name.size();
  if (!name.starts_with(step_prefix) || begin == end) return std::nullopt;
  const auto [last, error] = std::from_chars(begin, end, step);
  return error == std::errc() && last == end ? std::optional(step) : std::nullopt;
}

}  // namespace

fs::path RunPaths::checkpoint(int64_t step) const {
  return checkpoints() / step_name(step);
}
fs::path RunPaths::samples(int64_t step) const {
  return folder / "samples" / step_name(step);
}

fs::path new_run_folder(const fs::path& output_dir, std::string_view name) {
  std::error_code error;
  fs::create_directories(output_dir, error);
  const std::string safe = folder_name(name);
  const std::string base = (safe.empty() ? "run" : safe) + "-" + time_stamp();
  for (int attempt = 1; attempt < 1000 && !error; ++attempt) {
    const fs::path folder = output_dir / (attempt == 1 ? base : base + "-" + std::to_string(attempt));
    if (fs::create_directory(folder, error)) return folder;
  }
  throw Error(folder_failed, {{"folder", to_utf8(output_dir / base)}, {"reason", error.message()}});
}

RunPaths create_run(const RunFile& run, int64_t processes) {
  return freeze(run, {}, processes);
}

std::string branch_text(const RunPaths& from, const fs::path& checkpoint) {
  fs::path weights = checkpoint;
  if (weights.empty()) {
    const std::vector<int64_t> steps = checkpoint_steps(from);
    if (steps.empty()) throw Error(no_checkpoint, {{"run", to_utf8(from.folder)}});
    weights = from.checkpoint(steps.back());
  }
  const std::string text = run_file_text(from.run_file());
  const RunFile run = parse_run_file(text, from.run_file());
  if (!run.faults.empty()) throw Error(run.faults.front());
  const std::string& name = run.settings.name;
  return set_in_text(set_in_text(text, "training.start_from",
                                 catalog::Value(to_utf8(fs::absolute(weights).lexically_normal()))),
                     "run.name", catalog::Value((name.empty() ? "run" : name) + "-branch"));
}

RunPaths branch_run(const RunPaths& from, const fs::path& checkpoint,
                    const std::vector<std::string>& settings, std::string_view id) {
  if (const auto made = find_branch(from, settings, id)) return *made;
  std::string text = branch_text(from, checkpoint);
  for (const std::string& assignment : settings) text = override_in_text(text, assignment);
  const RunFile run = parse_run_file(text, from.run_file());
  if (!run.faults.empty()) throw Error(run.faults.front());
  return freeze(run, id, 1);
}

std::optional<RunPaths> find_branch(const RunPaths& from, const std::vector<std::string>& settings,
                                    std::string_view id) {
  if (id.empty()) return std::nullopt;
  std::error_code error;
  std::string text = fs::exists(from.run_file(), error) ? run_file_text(from.run_file()) : std::string();
  if (!parse_run_file(text, from.run_file(), Extent::part).faults.empty()) text.clear();
  for (const std::string& assignment : settings) text = override_in_text(text, assignment);
  const RunFile changed = parse_run_file(text, from.run_file(), Extent::part);
  for (const fs::path& folder : {from.folder.parent_path(), fs::path(changed.settings.output_dir)}) {
    for (const RunPaths& run : list_runs(folder))
      if (fs::exists(run.branch_id(), error) && read_file(run.branch_id()) == id) return run;
  }
  return std::nullopt;
}

FileLock lock_run(const RunPaths& run) {
  if (auto lock = FileLock::try_lock(run.lock())) return std::move(*lock);
  throw Error(run_busy, {{"folder", to_utf8(run.folder)}, {"holder", FileLock::holder(run.lock())}});
}

std::vector<int64_t> checkpoint_steps(const RunPaths& run) {
  std::vector<int64_t> steps;
  std::error_code error;
  for (const fs::directory_entry& entry : entries_of(run.checkpoints())) {
    if (const auto step = step_of(entry.path()); step && entry.is_directory(error)) steps.push_back(*step);
  }
  std::sort(steps.begin(), steps.end());
  return steps;
}

RunStatus run_status(const RunPaths& run) {
  RunStatus status;
  status.running = FileLock::is_held(run.lock());
  const std::vector<int64_t> steps = checkpoint_steps(run);
  if (!steps.empty()) status.step = steps.back();
  status.total_steps = total_steps(run, read_run_file(run.run_file()).settings);
  std::error_code error;
  status.has_result = fs::exists(run.result(), error);
  return status;
}

std::vector<RunPaths> list_runs(const fs::path& output_dir) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code error;
  for (const fs::directory_entry& entry : entries_of(output_dir)) {
    const auto time = fs::last_write_time(entry.path() / "run.toml", error);
    if (!error) found.emplace_back(time, entry.path());
  }
  std::sort(found.rbegin(), found.rend());
  std::vector<RunPaths> runs;
  for (auto& [time, folder] : found) runs.push_back({std::move(folder)});
  return runs;
}

RunPaths find_run(std::string_view text, const fs::path& output_dir) {
  if (text == "latest") {
    const std::vector<RunPaths> runs = list_runs(output_dir);
    if (runs.empty()) throw Error(no_run, {{"text", to_utf8(output_dir)}});
    // A run that was rejected before its first step has no events, and nobody wants to resume it.
    std::pair<int64_t, RunPaths> newest{0, runs.front()};
    for (const RunPaths& run : runs) {
      const auto last = last_run_event(run);
      // A run and its copy have equal times: the one created first wins.
      if (last && last->time_ms >= newest.first) newest = {last->time_ms, run};
    }
    return newest.second;
  }
  std::error_code error;
  fs::path folder = fs::absolute(fs::path(text), error).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  if (step_of(folder) && folder.parent_path().filename() == "checkpoints")
    folder = folder.parent_path().parent_path();
  if (!fs::exists(folder / "run.toml", error)) throw Error(no_run, {{"text", text}});
  return {folder};
}

std::optional<double> RunEvent::figure(const char* name) const {
  const auto values = json.find("values");
  if (values == json.end() || !values->is_object()) return std::nullopt;
  const auto value = values->find(name);
  return value != values->end() && value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
}

uint64_t read_run_events(const RunPaths& run, uint64_t offset,
                         const std::function<void(const RunEvent&)>& take) {
  return visit_events(run, offset, [&](const RunEvent& event) {
    take(event);
    return true;
  });
}

std::optional<RunEvent> last_run_event(const RunPaths& run) {
  std::error_code error;
  const uint64_t size = fs::file_size(run.events(), error);
  std::optional<RunEvent> last;
  for (uint64_t tail = 1 << 16; !error && !last; tail *= 8) {
    read_run_events(run, size - std::min(size, tail), [&](const RunEvent& event) { last = event; });
    if (tail >= size) break;
  }
  return last;
}

int64_t total_steps(const RunPaths& run, const RunSettings& settings) {
  if (settings.train_steps > 0) return settings.train_steps;  // includes extensions of the run
  int64_t total = 0;
  visit_events(run, 0, [&](const RunEvent& event) {
    if (event.event == "started") total = event.value("total_steps", int64_t{0});
    return total == 0;
  });
  return total;
}

}  // namespace fw::run
