// SPDX-License-Identifier: Apache-2.0
#include "operations.h"

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "disturbances.h"
#include "run/run_folder.h"

namespace fw::faults {

namespace {

using Arguments = std::vector<std::string>;
constexpr const char* project = "P";
constexpr const char* bucket = "5x32x48";

int64_t any_clip(const World& world, Random& random) {
  return world.clips.empty() ? 1 : random.of(world.clips).first;
}

Operation import(World&, Random& random) {
  static const std::vector<std::pair<int64_t, Arguments>> what{
      {2, {"clips"}},         {2, {"more"}},          {2, {"more", "--layout", "sidecars"}},
      {4, {"clips", "more"}}, {4, {"clips", "more"}}, {0, {"."}}};
  Operation made{"import", {"dataset", "import", project}};
  const auto& [videos, paths] = random.of(what);
  made.videos = videos;
  made.may_change = {"P/import_problems.json"};  // replaced by another import
  made.arguments.insert(made.arguments.end(), paths.begin(), paths.end());
  made.edits_project = true;
  return made;
}

Operation edit(World& world, Random& random) {
  const int64_t clip = any_clip(world, random);
  const std::string id = std::to_string(clip);
  Operation made{"edit", {"dataset", "clip", project, id}};
  made.edits_project = true;
  const auto with = [&](const Arguments& more) {
    made.arguments.insert(made.arguments.end(), more.begin(), more.end());
  };
  switch (random.below(8)) {
    case 0:
      with({"--in", "1", "--out", "8"});
      break;
    case 1:
      with({"--crop", "0", "0", "72", "48"});
      break;
    case 2:
      with({"--tag", "good"});
      break;
    case 3:
      with({"--bucket", bucket});
      break;
    case 4:
      made.arguments = {"dataset", "caption", project, "--suffix", ", softly lit"};
      break;
    case 5:
      made.arguments = {"dataset", "caption", project, random.in(2) ? "--undo" : "--redo"};
      break;
    default:
      made.edited_clip = clip;
      made.caption = "a heart, edited " + std::to_string(++world.names) + " times";
      with({"--caption", made.caption});
  }
  return made;
}

Operation measure(World&, Random& random) {
  switch (random.below(3)) {
    case 0:
      return {"measure", {"dataset", "measure", project}};
    case 1:
      return {"measure", {"project", "reindex", project}};
    default:
      return {"split",
              {"dataset", "split", project, "--filter", "id:1", "--at", "4"},
              {},
              true,
              /*repeatable=*/false};
  }
}

Operation export_clips(World& world, Random& random) {
  static const Arguments layouts{"lists", "sidecars", "csv", "jsonl"};
  static const Arguments taken{"held", "mine", "clips", "more", "."};
  const bool fresh = random.in(2);
  const std::string folder = fresh ? world.new_name("export-", "") : random.of(taken);
  Operation made{"export", {"dataset", "export", project, folder, "--layout", random.of(layouts)}};
  if (random.in(2)) {
    made.arguments.push_back("--cut");
    if (random.in(2)) made.arguments.insert(made.arguments.end(), {"--buckets", bucket});
    if (random.in(4)) made.arguments.push_back("--split");
  }
  if (fresh) made.makes = folder;
  if (!fresh) made.repeatable = false;
  return made;
}

Operation buckets(World& world, Random& random) {
  Operation made{"buckets", {"dataset", "buckets", project, "--model", "../model"}};
  made.arguments.insert(made.arguments.end(), {"--video-resolution-buckets", bucket, "--fps", "0"});
  if (random.in(4)) made.arguments.push_back("--split");
  made.list = world.lists.empty() || random.in(2) ? "list.jsonl" : world.new_name("list-", ".jsonl");
  made.arguments.insert(made.arguments.end(), {"--write", made.list});
  if (!std::filesystem::exists(world.work / made.list)) {
    made.makes = made.list;
  } else if (random.in(2)) {  // otherwise it is rejected
    made.arguments.push_back("--overwrite");
    made.may_change = {made.list};
  } else {
    made.repeatable = false;
  }
  return made;
}

Operation precompute(World& world, Random& random) {
  const std::string list = world.lists.empty() ? "list.jsonl" : random.of(world.lists);
  Operation made{"precompute", {"precompute", list, "--model", "../model", "--cache", "cache"}};
  made.list = made.from = list;
  if (random.in(3)) {
    made.makes = made.list = world.new_name("ready-", ".jsonl");
    made.arguments.insert(made.arguments.end(), {"--out", made.list});
  }
  made.may_change = {made.list};
  return made;
}

Operation plan(World& world, Random& random) {
  Operation made{"plan", {"plan", "run.toml"}};
  if (random.in(3)) {
    made.makes = world.new_name("fitted-", ".toml");
    made.arguments.insert(made.arguments.end(), {"--fit", "--write", made.makes});
  }
  return made;
}

Operation train(World& world, Random& random) {
  const std::string list = world.ready.empty() ? "list.jsonl" : random.of(world.ready);
  Operation made{
      "train",
      {"train", random.in(4) ? "linked.toml" : "run.toml", "--set", "data.dataset=\"" + list + "\""}};
  const auto set = [&](const std::string& text) {
    made.arguments.insert(made.arguments.end(), {"--set", text});
  };
  if (random.in(2)) set("checkpoints.checkpointing_limit=1");
  if (random.in(3)) set("ema.ema_decay=0.9");
  if (random.in(3)) set("training.train_steps=6");
  return made;
}

Operation go_on(World& world, Random& random) {
  if (world.runs.empty() || random.in(8)) {
    Operation made{"resume", {"train", "--resume", "latest"}};
    for (const run::RunPaths& run : run::list_runs(world.work / "runs"))
      made.may_change.push_back(run.folder.lexically_relative(world.work));
    made.repeatable = false;  // there may be none
    return made;
  }
  const auto& [run, newest] = random.of(world.runs);
  const auto checkpoint = [&](int64_t step) {
    const std::string digits = std::to_string(step);
    return run + "/checkpoints/step-" + std::string(8 - digits.size(), '0') + digits;
  };
  Operation made{"resume", {"train", "--resume", run}};
  made.run = run;
  switch (random.below(5)) {
    case 0:
      made.name = "extend";
      made.arguments.insert(made.arguments.end(), {"--extend", "2"});
      made.repeatable = !world.cleaned.contains(run);
      break;
    case 1:
      made.name = "branch";
      made.arguments = {"train", "--branch", random.in(2) ? run : checkpoint(newest)};
      made.arguments.insert(made.arguments.end(), {"--set", "optimizer.lr=2e-3"});
      made.run.clear();
      made.repeatable = false;  // the checkpoint may have been deleted since
      break;
    case 2:
      made.name = "resume step";
      made.back_to = std::max<int64_t>(1, newest - random.below(2));
      made.arguments.back() = checkpoint(made.back_to);
      made.repeatable = false;
      break;
    default:
      break;
  }
  return made;
}

/// Removes what no unfinished run needs.
Operation clean(World& world, Random& random) {
  expect_clean_up(world);
  Operation made{"clean", {"cache", "clean", "--cache", "cache", "--limit", "0", "--yes"}};
  if (random.in(2)) made.arguments.insert(made.arguments.end(), {"--project", "."});
  return made;
}

Operation generate(World& world, Random& random) {
  static const Arguments endings{".mp4", ".mp4", ".gif", ".webp", ""};
  Operation made{"generate", {"generate", "--model", "../model", "--prompt", "a red ball", "--frames", "5"}};
  made.arguments.insert(made.arguments.end(),
                        {"--height", "32", "--width", "32", "--steps", "2", "--seed", "3"});
  if (!world.results.empty() && random.in(2))
    made.arguments.insert(made.arguments.end(), {"--lora", random.of(world.results) + ":0.8"});
  if (random.in(4)) made.arguments.push_back("--preview");
  if (random.in(3)) {
    made.repeatable = false;  // there is a clip.mp4
    return made;
  }
  made.makes = world.new_name("made-", random.of(endings));
  made.arguments.insert(made.arguments.end(), {"--out", made.makes});
  for (const char* beside : {".latents.safetensors", ".preview.png", ".json"})
    made.may_change.push_back(made.makes + beside);  // left there by an earlier attempt
  return made;
}

Operation lora(World& world, Random& random) {
  static const Arguments formats{"diffusers", "comfyui", "kohya"};
  const std::string from = world.results.empty() ? "result.safetensors" : random.of(world.results);
  Operation made{"lora", {"lora", random.in(2) ? "convert" : "fuse", "--model", "../model", from}};
  if (world.results.empty()) made.repeatable = false;
  made.makes = world.new_name("lora-", ".safetensors");
  made.arguments.insert(made.arguments.end(), {"--format", random.of(formats), "--out", made.makes});
  return made;
}

Operation flags(World& world, Random& random) {
  Operation made{"from-flags", {"train", "--from-flags", "launch.sh"}};
  if (random.in(2)) {
    made.repeatable = false;  // there is a launch.toml
    return made;
  }
  made.makes = world.new_name("launch-", ".toml");
  made.arguments.insert(made.arguments.begin() + 1, made.makes);
  return made;
}

unsigned bit(Kind kind) {
  return 1U << static_cast<unsigned>(kind);
}

template <typename... Kinds>
unsigned bits(Kinds... of) {
  return (bit(of) | ...);
}

const unsigned changes = bits(Kind::create, Kind::write, Kind::sync, Kind::truncate, Kind::rename, Kind::link,
                              Kind::unlink, Kind::mkdir, Kind::rmdir, Kind::close);
const unsigned needs_room =
    bits(Kind::create, Kind::write, Kind::truncate, Kind::mkdir, Kind::link, Kind::sync, Kind::rename);
const unsigned needs_permission =
    bits(Kind::create, Kind::rename, Kind::link, Kind::unlink, Kind::mkdir, Kind::rmdir);
const unsigned looks = bits(Kind::open, Kind::look, Kind::list);
const unsigned touches_disk = bits(Kind::open, Kind::create, Kind::read, Kind::write, Kind::sync, Kind::close,
                                   Kind::truncate, Kind::rename, Kind::unlink, Kind::look, Kind::list);

}  // namespace

Operation draw_operation(World& world, Random& random) {
  using Draw = Operation (*)(World&, Random&);
  static constexpr Draw all[] = {import,     edit,  edit,     measure,  export_clips, export_clips, buckets,
                                 precompute, plan,  train,    train,    go_on,        go_on,        go_on,
                                 go_on,      clean, generate, generate, lora,         flags};
  Operation made;
  if (random.in(5)) {
    made = random.of(all)(world, random);  // possibly too early
  } else if (world.clips.size() < 2) {
    made = import(world, random);
  } else if (world.lists.empty()) {
    made = buckets(world, random);
  } else if (world.ready.empty()) {
    made = precompute(world, random);
  } else if (world.runs.empty()) {
    made = train(world, random);
  } else {
    made = random.of(all)(world, random);
  }
  const std::string& group = made.arguments.front();
  made.opens_project = group == "dataset" || group == "project";
  made.arguments.insert(made.arguments.begin(), "--json");
  return made;
}

Plan draw_plan(const Operation& operation, Random& random) {
  // Numbers of writing and reading file operations of an undisturbed command; from the table at the end.
  static const std::map<std::string, std::pair<int64_t, int64_t>> usual{
      {"import", {90, 150}},   {"edit", {45, 45}},         {"measure", {25, 30}},     {"split", {45, 60}},
      {"export", {60, 60}},    {"buckets", {25, 45}},      {"precompute", {90, 290}}, {"plan", {10, 55}},
      {"train", {700, 370}},   {"resume", {300, 350}},     {"extend", {450, 350}},    {"branch", {700, 450}},
      {"clean", {25, 60}},     {"resume step", {80, 290}}, {"generate", {35, 460}},   {"lora", {45, 15}},
      {"from-flags", {10, 15}}};
  const auto [writing, reading] = usual.at(operation.name);
  const auto plan = [&](Action action, int error, unsigned of, int64_t most) {
    return Plan{action, error, of, 1 + random.below(most + most / 4)};
  };
  if (random.in(3)) return {};
  switch (random.below(14)) {
    case 0:
      return plan(Action::fail_once, ENOSPC, needs_room, writing);
    case 1:
      return plan(Action::fail_on, ENOSPC, needs_room, writing);
    case 2:
      return plan(Action::short_write, ENOSPC, needs_room, writing);
    case 3:
      return plan(Action::fail_once, EACCES, needs_permission, writing / 3);
    case 4:
      return plan(Action::fail_on, EACCES, needs_permission, writing / 3);
    case 5:
      return plan(Action::fail_once, EACCES, looks, reading);
    case 6:
      return plan(Action::fail_once, EIO, changes, writing);
    case 7:
      return plan(Action::fail_on, EIO, changes, writing);
    case 8:
      return plan(Action::fail_once, EIO, looks | bit(Kind::read), reading);
    case 9:
      return plan(Action::fail_on, EIO, touches_disk, writing + reading);
    case 10:
      return plan(Action::kill_before, 0, changes, writing);
    case 11:
      return plan(Action::kill_after, 0, changes, writing);
    case 12:
      return plan(Action::torn_write, 0, bit(Kind::write), writing / 2);
    default:
      return plan(Action::stop, 0, changes, writing);
  }
}

std::string to_text(const Operation& operation) {
  std::string text = "framewright-cli";
  for (const std::string& each : operation.arguments) {
    const bool plain = each.find_first_of(" \"'$;") == std::string::npos && !each.empty();
    text += plain ? " " + each : " '" + each + "'";
  }
  return text;
}

}  // namespace fw::faults
