// SPDX-License-Identifier: Apache-2.0
#include "inference/sections_file.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <sstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_tree.h"
#include "base/hash.h"
#include "base/join.h"
#include "base/paths.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace fw::inference {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::days kept_for{30};

void remove_forgotten(const fs::path& folder) {
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code gone;
    if (now - entry->last_write_time(gone) > kept_for && !gone) fs::remove(entry->path(), gone);
  }
}

/// The file for a text; also removes files that were not used for long.
fs::path kept_file(std::string_view text, const char* extension) {
  const fs::path folder = cache_folder() / "sections";
  remove_forgotten(folder);
  return folder / (hash_hex(text) + extension);
}

template <class Number>
Number number_in(const safetensors::Metadata& metadata, const char* name) {
  Number number = 0;
  if (const auto found = metadata.find(name); found != metadata.end())
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
  return number;
}

}  // namespace

SectionsFile::SectionsFile(std::string_view request) : file_(kept_file(request, ".safetensors")) {}

SectionsFile::Content SectionsFile::read() const {
  std::error_code error;
  if (!fs::exists(file_, error)) return {};
  try {
    const auto stored = tensor::Checkpoint::open(file_);
    Content content;
    content.made.count = number_in<int64_t>(stored.metadata(), "sections");
    content.seed = number_in<uint64_t>(stored.metadata(), "seed");
    if (content.made.count > 0 && stored.contains("latents") && stored.shape("latents").size() == 5) {
      content.made.latents = stored.load("latents", torch::kFloat32, torch::kCPU).clone();
      if (stored.contains("sound"))
        content.made.sound = stored.load("sound", torch::kFloat32, torch::kCPU).clone();
      return content;
    }
  } catch (const Error&) {
    // Damaged: the clip starts from the beginning.
  }
  return {};
}

void SectionsFile::write(const Content& content) const {
  make_folders(file_.parent_path());
  std::map<std::string, torch::Tensor> tensors{{"latents", content.made.latents}};
  if (content.made.sound.defined()) tensors["sound"] = content.made.sound;
  tensor::save_tensors(
      file_, tensors,
      {{"sections", std::to_string(content.made.count)}, {"seed", std::to_string(content.seed)}},
      Existing::replace);
}

void SectionsFile::remove() const {
  std::error_code error;
  fs::remove(file_, error);
}

WrittenContents::WrittenContents(std::string_view call) : file_(kept_file(call, ".written")) {
  std::error_code error;
  if (!fs::is_regular_file(file_, error)) return;
  try {
    std::istringstream lines(read_file(file_));
    for (std::string hash; lines >> hash;) hashes_.push_back(hash);
  } catch (const Error&) {
    // Then no file is recognised.
  }
}

void WrittenContents::add(const std::string& hash) {
  constexpr size_t most = 3;  // latents, and the current and the next preview
  hashes_.push_back(hash);
  if (hashes_.size() > most) hashes_.erase(hashes_.begin());
  make_folders(file_.parent_path());
  write_file_atomically(file_, join(hashes_, "\n") + '\n', Existing::replace);
}

bool WrittenContents::has(const std::string& hash) const {
  return std::ranges::find(hashes_, hash) != hashes_.end();
}

void WrittenContents::remove() const {
  std::error_code error;
  fs::remove(file_, error);
}

}  // namespace fw::inference
