// SPDX-License-Identifier: Apache-2.0
#include "inference/sections_file.h"

#include <torch/torch.h>

#include <charconv>
#include <chrono>

#include "base/error.h"
#include "base/hash.h"
#include "base/paths.h"
#include "tensor/checkpoint.h"
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

template <class Number>
Number number_in(const safetensors::Metadata& metadata, const char* name) {
  Number number = 0;
  if (const auto found = metadata.find(name); found != metadata.end())
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
  return number;
}

}  // namespace

SectionsFile::SectionsFile(std::string_view request)
    : file_(cache_folder() / "sections" / (hash_hex(request) + ".safetensors")) {
  remove_forgotten(file_.parent_path());
}

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
      return content;
    }
  } catch (const Error&) {
    // Damaged: the clip is made from its start.
  }
  return {};
}

void SectionsFile::write(const Content& content) const {
  std::error_code exists;
  fs::create_directories(file_.parent_path(), exists);  // a folder that cannot be made is told below
  tensor::save_tensors(
      file_, {{"latents", content.made.latents}},
      {{"sections", std::to_string(content.made.count)}, {"seed", std::to_string(content.seed)}},
      Existing::replace);
}

void SectionsFile::remove() const {
  std::error_code error;
  fs::remove(file_, error);
}

}  // namespace fw::inference
