// SPDX-License-Identifier: Apache-2.0
#include "disturbances.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <thread>

#include "base/atomic_file.h"
#include "run/run_folder.h"

namespace fw::faults {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* planted_file = "planted-ran";

/// Moves `away` to `home` atomically, since a command may be writing there.
/// @return  whether `home` existed: it is now `away`, with the files created there meanwhile
bool exchange(const fs::path& away, const fs::path& home) {
  if (::renameat2(AT_FDCWD, away.c_str(), AT_FDCWD, home.c_str(), RENAME_EXCHANGE) == 0) return true;
  fs::rename(away, home);
  return false;
}

/// Brings a folder back, including the files created in its place meanwhile, unless their names are taken.
void bring_back(const fs::path& away, const fs::path& home) {
  if (!exchange(away, home)) return;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(away)) {
    const fs::path target = home / entry.path().filename();
    if (!fs::exists(target)) fs::rename(entry.path(), target, error);
  }
  fs::remove_all(away);
}

Disturbance unmount(const World& world, const char* name, std::chrono::milliseconds lasts) {
  const fs::path home = world.work / name, away = world.root / "away";
  // Runs are named by the second: the next one must not take the name of one that is away.
  if (home.filename() == "runs") std::this_thread::sleep_for(1s);
  Disturbance made{std::string(name) + " is away"};
  made.lasts = lasts;
  made.begin = [=](pid_t) {
    if (fs::exists(home)) fs::rename(home, away);
  };
  made.end = [=] {
    if (fs::exists(away)) bring_back(away, home);
  };
  return made;
}

/// Complete entries, none with a name that this model gives.
void copy_under_other_names(const fs::path& cache, const fs::path& to) {
  for (const char* kind : {"latents", "text", "image"}) {
    if (!fs::exists(cache / kind)) continue;
    fs::create_directories(to / kind);
    for (const auto& entry : fs::directory_iterator(cache / kind)) {
      std::string name = entry.path().filename();
      name[0] = name[0] == '0' ? '1' : '0';
      fs::copy_file(entry.path(), to / kind / name, fs::copy_options::skip_existing);
    }
  }
}

Disturbance other_cache(World& world, const Operation& operation) {
  const fs::path cache = world.work / "cache", own = world.root / "away";
  Disturbance made{"the cache is another model's"};
  made.is_from_the_start = true;
  made.begin = [=](pid_t) {
    fs::rename(cache, own);
    copy_under_other_names(own, cache);
    fs::create_directories(cache);
  };
  made.end = [=, &world, run = operation.run, list = operation.list] {
    // The entries that the command encoded are gone too.
    for (const run::RunPaths& each : run::list_runs(world.work / "runs"))
      if (!world.runs.contains(each.folder) || each.folder == run) world.cleaned.insert(each.folder);
    std::erase(world.ready, list);
    if (exchange(own, cache)) fs::remove_all(own);
  };
  return made;
}

Disturbance clean_up(World& world) {
  Disturbance made{"the cache is cleaned"};
  made.begin = [&world](pid_t) {
    expect_clean_up(world);
    run_beside({"--json", "cache", "clean", "--cache", "cache", "--limit", "0", "--yes"}, world.work);
  };
  return made;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Whether a run that is not known yet is being saved.
bool is_saving(const World& world) {
  std::error_code error;
  for (const run::RunPaths& each : run::list_runs(world.work / "runs"))
    for (const auto& entry : fs::directory_iterator(each.checkpoints(), error))
      if (!world.runs.contains(each.folder) && entry.path().filename().string().starts_with(".part-"))
        return true;
  return false;
}

}  // namespace

Disturbance draw_disturbance(World& world, Random& random, const Operation& operation) {
  const auto moment = [&](Disturbance made) {
    made.nth = 1 + random.below(300);
    return made;
  };
  const auto lasts = std::chrono::milliseconds(100 + random.below(1400));
  const bool works_on_clips = operation.name == "train" || operation.name == "precompute" ||
                              operation.name == "resume" || operation.name == "extend" ||
                              operation.name == "branch";
  switch (random.below(5)) {
    case 0:
      return moment(clean_up(world));
    case 1:
      return moment(unmount(world, "cache", lasts));
    case 2:
      return works_on_clips ? moment(unmount(world, "clips", lasts)) : Disturbance{};
    case 3:
      return works_on_clips ? moment(unmount(world, "runs", lasts)) : Disturbance{};
    default:
      return works_on_clips ? other_cache(world, operation) : Disturbance{};
  }
}

Operation train_on_ranks(World& world, Random& random) {
  return {.name = "ranks",
          .arguments = {"--json", "launch", "--nproc", "2", "--", "train", "run.toml", "--set",
                        "data.dataset=\"" + random.of(world.ready) + "\"", "--set",
                        "training.gradient_accumulation_steps=2"},
          .repeatable = false,
          .slow_ms = 100};
}

Disturbance kill_a_rank(const World& world, Random& random) {
  const std::string rank = std::to_string(random.below(2));
  Disturbance made{"rank " + rank + " is killed while the run is saved"};
  made.when = [&world] { return is_saving(world); };
  made.begin = [rank](pid_t launcher) {
    for (const auto& entry : fs::directory_iterator("/proc")) {
      const std::string status = text_of(entry.path() / "status");
      if (status.find("\nPPid:\t" + std::to_string(launcher) + "\n") == std::string::npos) continue;
      const std::string environment = '\0' + text_of(entry.path() / "environ");
      if (environment.find(std::string("\0RANK=", 6) + rank + '\0') != std::string::npos)
        ::kill(std::stoi(entry.path().filename()), SIGKILL);
    }
  };
  return made;
}

Wrongs damage_checkpoint(World& world, Random& random, std::string& note) {
  const auto [run, newest] = random.of(world.runs);
  std::vector<int64_t> steps = run::checkpoint_steps({run});
  const fs::path folder = run::RunPaths{run}.checkpoint(steps.back());
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.file_size() > 0) files.insert(entry.path());
  const fs::path file = random.of(files);
  std::string bytes = text_of(file);
  const auto bit = static_cast<size_t>(random.below(static_cast<int64_t>(bytes.size()) * 8));
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
  fs::remove(file);  // it may have a second name in a branch
  write_file_atomically(file, bytes, Existing::refuse);
  note = "! bit " + std::to_string(bit) + " of " + file.string() + " is flipped";
  const Outcome resumed = run_command({"--json", "train", "--resume", run}, {}, world.root, world.work);
  fs::rename(folder,
             fs::path(run) / ("damaged-" + folder.filename().string() + std::to_string(++world.names)));
  steps.pop_back();
  if (steps.empty())
    world.runs.erase(run);
  else
    world.runs[run] = steps.back();
  const std::string said = resumed.out + resumed.err;
  if (resumed.exit_code == 0) return {"a run goes on from a damaged checkpoint"};
  if (said.find(file.filename().string()) == std::string::npos ||
      said.find("training.bad_checkpoint") == std::string::npos)
    return {"a damaged checkpoint is refused without its file's name: " + said};
  return {};
}

void plant_job(const World& world) {
  try {
    const SQLite::Database database((world.work / "P/project.framewright").string(), SQLite::OPEN_READWRITE);
    const std::string job = std::string(R"({"project": "P", "command": "sh -c 'touch )") + planted_file +
                            R"(' {file}", "threads": 1})";
    SQLite::Statement insert(database,
                             "INSERT INTO kept_jobs (session, kind, title, params, has_begun) "
                             "VALUES ('x', 'dataset_caption', 'Propose captions', ?, 0)");
    insert.bind(1, job);
    insert.exec();
  } catch (const SQLite::Exception&) {
    // The project does not exist yet, or its database lacks the table of jobs.
  }
}

Wrongs check_planted(const World& world) {
  if (!fs::exists(world.work / planted_file)) return {};
  return {"a job that was planted in the project ran"};
}

void expect_clean_up(World& world) {
  for (const auto& [folder, newest] : world.runs)
    if (run::run_status({folder}).is_finished()) world.cleaned.insert(folder);
  world.ready.clear();
}

}  // namespace fw::faults
