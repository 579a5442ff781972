// SPDX-License-Identifier: Apache-2.0
#include "checks.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "dataset/dataset_manifest.h"
#include "run/run_folder.h"

namespace fw::faults {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

template <typename Take>
void for_each_event(const std::string& lines, const Take& take) {
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    const json event = json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (event.is_object() && event.contains("event")) take(event);
  }
}

bool succeeded(const Outcome& outcome) {
  return outcome.exit_code == 0;
}

bool names_it(const std::vector<std::string>& named, const std::string& file) {
  return std::any_of(named.begin(), named.end(),
                     [&](const std::string& each) { return file == each || file.starts_with(each + "/"); });
}

std::string tail(const std::string& text) {
  return text.substr(text.size() - std::min<size_t>(text.size(), 1500));
}

/// `dataset list` and SQLite's own check, in one child.
Outcome list_and_check(const World& world, const fs::path& database) {
  const auto work = [&] {
    const int code = run_arguments({"--json", "dataset", "list", "P"});
    if (code != 0) return code;
    const SQLite::Database opened(database, SQLite::OPEN_READWRITE);
    SQLite::Statement query(opened, "PRAGMA integrity_check");
    query.executeStep();
    const std::string answer = query.getColumn(0).getString();
    std::cout << answer << std::endl;
    return answer == "ok" ? 0 : 1;
  };
  return run_child(work, {}, world.root, world.work);
}

}  // namespace

Wrongs check_ending(const Operation&, const Plan& plan, const Outcome& outcome) {
  Wrongs wrongs;
  if (outcome.hung) wrongs.push_back("it hung");
  if (outcome.signal != 0 && !outcome.hung) {
    const bool killed = plan.action == Action::kill_before || plan.action == Action::kill_after ||
                        plan.action == Action::torn_write;
    const bool ours = outcome.fired && ((killed && outcome.signal == SIGKILL) ||
                                        (plan.action == Action::stop && outcome.signal == SIGTERM));
    if (!ours)
      wrongs.push_back("it crashed: " + std::string(::strsignal(outcome.signal)) + "\n" + tail(outcome.err));
    return wrongs;
  }
  const int code = outcome.exit_code;
  if (code != 0 && code != 1 && code != 2 && code != 130 && !outcome.hung)
    wrongs.push_back("its exit code is " + std::to_string(code) + "\n" + tail(outcome.err));
  const std::string said = outcome.out + outcome.err;
  if ((code == 1 || code == 2) && said.find("message") == std::string::npos &&
      said.find("error") == std::string::npos && said.find("fault") == std::string::npos)
    wrongs.push_back("it failed without a word");
  if (said.find("bug in Framewright") != std::string::npos)
    wrongs.push_back("it called a fault of the disk its own mistake: " + tail(said));
  return wrongs;
}

Wrongs check_files(const Operation& operation, const Snapshot& before, const Snapshot& after) {
  Wrongs wrongs;
  std::vector<std::string> named = operation.may_change;
  // Files in the folder of a run belong to the run while somebody continues it.
  const size_t runs = operation.run.rfind("runs/");
  if (runs != std::string::npos) named.push_back(operation.run.substr(runs));
  for (const auto& [file, state] : before) {
    if (names_it(named, file)) continue;
    const auto now = after.find(file);
    if (now == after.end()) wrongs.push_back(file + " is gone");
    if (now != after.end() && now->second != state) wrongs.push_back(file + " has changed");
  }
  return wrongs;
}

void take_promises(World& world, const Operation& operation, const Outcome& outcome) {
  if (operation.back_to > 0 && world.runs.contains(operation.run)) {
    int64_t& newest = world.runs[operation.run];
    newest = std::min(newest, operation.back_to);
  }
  for_each_event(outcome.out, [&](const json& event) {
    if (!event.contains("path")) return;
    const fs::path path = world.work / event.at("path").get<std::string>();  // unless it is absolute already
    if (event.at("event") == "checkpoint") world.runs[path.parent_path().parent_path()] = event.at("step");
    if (event.at("event") == "file" && event.at("kind") == "result") {
      const std::string file = fs::is_directory(path) ? path / "pytorch_lora_weights.safetensors" : path;
      if (std::find(world.results.begin(), world.results.end(), file) == world.results.end())
        world.results.push_back(file);
    }
  });
  if (operation.list.empty() || !succeeded(outcome)) return;
  std::erase(world.ready, operation.list);
  if (std::find(world.lists.begin(), world.lists.end(), operation.list) == world.lists.end())
    world.lists.push_back(operation.list);
  if (operation.name == "precompute") world.ready.push_back(operation.list);
}

Wrongs check_promises(const World& world, const Operation& operation, const Outcome& outcome) {
  Wrongs wrongs;
  for (const auto& [run, newest] : world.runs) {
    const std::vector<int64_t> steps = run::checkpoint_steps({run});
    if (steps.empty() || steps.back() < newest)
      wrongs.push_back(run + ": the checkpoint of step " + std::to_string(newest) +
                       " was reported, and is not there, nor a newer one");
  }
  for (const std::string& file : world.results)
    if (!fs::exists(file)) wrongs.push_back("the result " + file + " is gone");
  if (succeeded(outcome) && !operation.makes.empty() && !fs::exists(world.work / operation.makes))
    wrongs.push_back("it succeeded, and " + operation.makes + " is not there");
  return wrongs;
}

Wrongs check_lists(World& world, const Operation& operation, const Outcome& outcome) {
  Wrongs wrongs;
  const auto count = [&](const std::string& list) {
    return dataset::read_dataset_manifest(world.work / list).size();
  };
  for (const std::string& list : world.lists) {
    try {
      const size_t samples = count(list);
      const bool anew = list == operation.list && operation.from.empty();
      // A command killed at its end has already written its list.
      const size_t expected = list == operation.list && succeeded(outcome) && !operation.from.empty()
                                  ? count(operation.from)
                                  : world.samples[list];
      if (!anew && samples != expected)
        wrongs.push_back(list + " has " + std::to_string(samples) + " samples, not " +
                         std::to_string(expected));
      world.samples[list] = samples;
    } catch (const Error& error) {
      wrongs.push_back(list + " cannot be read: " + error.fault().full_message());
    }
  }
  return wrongs;
}

Wrongs check_report(const World& world, const Operation& operation, const Outcome& outcome) {
  Wrongs wrongs;
  if (!succeeded(outcome)) return wrongs;
  for_each_event(outcome.out, [&](const json& event) {
    if (event.at("event") != "finished" || !event.at("result").value("faults", json::array()).empty()) return;
    const json& result = event.at("result");
    if (operation.videos > 0) {
      // A list that was exported into the folder of the clips names those of other folders too.
      const bool is_listed = std::ranges::any_of(
          std::initializer_list<const char*>{"metadata.csv", "metadata.jsonl", "videos.txt"},
          [&](const char* list) { return fs::exists(world.work / "clips" / list); });
      const int64_t named = result.at("imported").get<int64_t>() + result.at("already_there").get<int64_t>();
      if (named < operation.videos || (!is_listed && named > operation.videos))
        wrongs.push_back("it reports another number of videos: " + result.dump());
    }
    if (operation.name == "export" && result.at("clips") != world.clips.size())
      wrongs.push_back("it left out clips without a word: " + result.dump());
  });
  return wrongs;
}

Wrongs check_project(World& world, const Operation& operation, const Outcome& outcome) {
  const fs::path database = world.work / "P" / "project.framewright";
  if (!operation.opens_project || (world.clips.empty() && !fs::exists(database))) return {};
  const Outcome listed = list_and_check(world, database);
  std::map<int64_t, std::string> clips;
  for_each_event(listed.out, [&](const json& event) {
    if (event.at("event") == "clip") clips[event.at("id")] = event.at("caption");
  });
  // An interrupted creation may not be a project yet; then no clips were promised in it.
  if (!succeeded(listed) && world.clips.empty() && !succeeded(outcome)) return {};
  if (!succeeded(listed))
    return {"the project cannot be listed or is damaged: " + tail(listed.out + listed.err)};
  Wrongs wrongs;
  for (const auto& [id, caption] : world.clips) {
    const bool may_go = operation.edits_project && (operation.name == "edit" || operation.name == "split");
    if (!clips.contains(id) && !may_go) wrongs.push_back("clip " + std::to_string(id) + " is gone");
    if (clips.contains(id) && !operation.edits_project && clips[id] != caption)
      wrongs.push_back("the caption of clip " + std::to_string(id) + " has changed");
  }
  if (operation.edited_clip > 0 && succeeded(outcome) && clips[operation.edited_clip] != operation.caption)
    wrongs.push_back("the caption that was set is not there");
  world.clips = std::move(clips);
  return wrongs;
}

Wrongs check_run(const World& world, const std::string& run) {
  const Outcome resumed = run_command({"--json", "train", "--resume", run}, {}, world.root, world.work);
  if (!succeeded(resumed)) return {run + " cannot be resumed: " + tail(resumed.out + resumed.err)};
  return {};
}

Wrongs compare_run(const World& world, const std::string& run) {
  // The same run from its beginning: its frozen files without its results.
  static const std::set<std::string> became{"checkpoints", "samples",     "result",     "events.jsonl",
                                            "lock",        "metrics.csv", "tensorboard"};
  const fs::path whole = world.work / "runs" / (fs::path(run).filename().string() + "-undisturbed");
  fs::create_directories(whole);
  for (const auto& entry : fs::directory_iterator(run))
    if (!became.contains(entry.path().filename()))
      fs::copy(entry.path(), whole / entry.path().filename(), fs::copy_options::recursive);
  const Outcome trained = run_command({"--json", "train", "--resume", whole}, {}, world.root, world.work);
  if (!succeeded(trained))
    return {run + " cannot be trained from its beginning: " + tail(trained.out + trained.err)};
  const Snapshot first = take_snapshot(fs::path(run) / "result"), second = take_snapshot(whole / "result");
  if (first != second || first.empty()) return {run + ": another result than that of an undisturbed run"};
  return {};
}

}  // namespace fw::faults
