// SPDX-License-Identifier: Apache-2.0
#include "world.h"

#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "base/hash.h"

namespace fw::faults {

namespace {

namespace fs = std::filesystem;

constexpr const char* run_file = R"(# my settings
schema = 1
[run]
name = "tiny"
output_dir = "runs"
device = "cpu"
cpu_threads = 1
[model]
family = "cogvideox"
folder = "../model"   # the sample's
[data]
dataset = "list.jsonl"
cache = "cache"
[training]
train_steps = 4
batch_size = 2
mixed_precision = "fp32"
[lora]
rank = 2
lora_alpha = 2.0
[optimizer]
lr = 1e-3
[lr_scheduler]
lr_scheduler = "constant"
[checkpoints]
checkpointing_steps = 1
checkpointing_limit = 2
)";
constexpr const char* script = R"(#!/bin/bash
# the way it worked in spring
python train.py --model_name cogvideox --pretrained_model_name_or_path ../model --rank 2 --lora_alpha 2 \
  --train_steps 4 --batch_size 1 --lr 1e-3 --seed 7 --mystery_flag 3
)";

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

bool is_temporary(const std::string& name) {
  return name.find(".part-") != std::string::npos;
}

/// The project's database with its lock, and the cache.
bool is_the_programs(const std::string& name) {
  return name.starts_with("P/project.") || (name.starts_with("cache/") && name != "cache/keep.txt");
}

template <typename Take>
void for_each_file(const fs::path& folder, const Take& take) {
  if (!fs::exists(folder)) return;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_symlink() || !entry.is_directory())
      take(entry, entry.path().lexically_relative(folder).string());
}

}  // namespace

Snapshot take_snapshot(const fs::path& folder) {
  Snapshot snapshot;
  for_each_file(folder, [&](const fs::directory_entry& entry, const std::string& name) {
    if (is_temporary(name) || is_the_programs(name)) return;
    if (entry.is_symlink()) {
      snapshot[name] = "link to " + fs::read_symlink(entry.path()).string();
      return;
    }
    struct stat status {};
    ::stat(entry.path().c_str(), &status);
    snapshot[name] = hash_hex(read(entry.path())) + " mode " + std::to_string(status.st_mode);
  });
  return snapshot;
}

std::set<std::string> temporary_files(const fs::path& folder) {
  std::set<std::string> found;
  for_each_file(folder, [&](const fs::directory_entry&, const std::string& name) {
    if (is_temporary(name)) found.insert(name);
  });
  return found;
}

void make_world(World& world, const fs::path& sample) {
  fs::remove_all(world.work);
  fs::remove_all(world.root / "state");
  const fs::path& work = world.work;
  const auto clip = [&](int number, const char* name) {
    fs::create_directories((work / name).parent_path());
    fs::copy_file(sample / "clips" / ("clip-" + std::to_string(number) + ".mp4"), work / name);
  };
  clip(0, "clips/clip-0.mp4");
  clip(1, "clips/clip-1.mp4");
  write(work / "clips/metadata.jsonl",
        "{\"file_name\": \"clip-0.mp4\", \"text\": \"a green heart\"}\n"
        "{\"file_name\": \"clip-1.mp4\", \"text\": \"a blue heart\"}\n");
  clip(2, "more/clip-0.mp4");  // another one of that name
  write(work / "more/clip-0.txt", "  a red heart, written by hand \n\n");
  clip(3, "more/deep/clip-3.mp4");
  write(work / "more/deep/clip-3.txt", "a brown wall");
  // The user's folders that look like exports, or like space for one.
  clip(4, "held/videos/clip-0.mp4");
  clip(4, "held/clip-0.mp4");
  write(work / "held/clip-0.txt", "not yours");
  clip(5, "mine/clip-1.mp4");
  for (const char* list : {"prompts.txt", "videos.txt", "metadata.csv", "metadata.jsonl", "dataset.json"})
    write(work / "mine" / list, std::string("mine: ") + list + "\n");
  clip(6, "clip.mp4");
  write(work / "clip.mp4.latents.safetensors", "a name that generate would use");
  write(work / "clip.png/frame-00001.png", "no picture");
  write(work / "result.safetensors", "somebody's LoRA");
  write(work / "run.toml", run_file);
  write(work / "launch.sh", script);
  write(work / "launch.toml", "# kept from last year\n");
  write(work / "runs/notes.txt", "which run was the good one: the third");
  write(work / "cache/keep.txt", "");
  fs::create_symlink("run.toml", work / "linked.toml");
  for (const char* folder : {"clips", "more", "more/deep", "held", "held/videos", "mine", "."})
    write(work / folder / "notes.txt", std::string("notes on ") + folder);
  fs::permissions(work / "run.toml", fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace fw::faults
