// SPDX-License-Identifier: Apache-2.0
#include "precompute/latent_cache.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/paths.h"
#include "safetensors/file.h"
#include "tensor/checkpoint.h"
#include "tensor/save.h"

namespace fw::precompute {

namespace {

constexpr ErrorCode missing{
    "precompute.cache_missing", FW_TEXT("errors", "The cache entry {file} is missing."),
    FW_TEXT("errors",
            "Try again: training recreates the entry, and measuring a loss shows the command that does.")};
constexpr ErrorCode damaged{
    "precompute.cache_damaged", FW_TEXT("errors", "The cache entry {file} is damaged: {reason}."),
    FW_TEXT("errors",
            "Try again: training recreates the entry, and measuring a loss shows the command that does.")};
constexpr ErrorCode folder_unusable{
    "precompute.cache_folder", FW_TEXT("errors", "The cache folder {folder} cannot be created: {reason}."),
    FW_TEXT("errors", "Check its permissions and the free space, or choose another folder.")};

constexpr const char* checksum_name = "checksum";

std::string_view folder_name(CacheKind kind) {
  switch (kind) {
    case CacheKind::latents:
      return "latents";
    case CacheKind::text:
      return "text";
    case CacheKind::image:
      return "image";
  }
  return "";
}

/// A clean-up keeps recently used entries, even on file systems that do not record access times.
void note_use(const std::filesystem::path& file) {
  const timespec times[]{{0, UTIME_NOW}, {0, UTIME_OMIT}};
  ::utimensat(AT_FDCWD, file.c_str(), times, 0);
}

/// Covers names, shapes, types and bytes, ordered by name.
std::string checksum_of(const CacheEntry& entry) {
  Hash128 hash;
  for (const auto& [name, tensor] : entry) {
    hash.update(name);
    hash.update(torch::toString(tensor.scalar_type()));
    for (const int64_t size : tensor.sizes()) hash.update(" " + std::to_string(size));
    const torch::Tensor plain = tensor.cpu().contiguous();
    hash.update(std::span(static_cast<const std::byte*>(plain.data_ptr()), plain.nbytes()));
  }
  return hash.hex();
}

/// @throws fw::Error precompute.cache_missing
std::filesystem::path existing(std::filesystem::path path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw Error(missing, {{"file", to_utf8(path)}});
  return path;
}

}  // namespace

std::filesystem::path LatentCache::file(CacheKind kind, std::string_view key) const {
  return folder_ / folder_name(kind) / (std::string(key) + ".safetensors");
}

std::optional<Fault> LatentCache::check(CacheKind kind, std::string_view key, EntryCheck how) const {
  try {
    if (how == EntryCheck::content) {
      read(kind, key);
      return std::nullopt;
    }
    const std::filesystem::path path = existing(file(kind, key));
    try {
      if (safetensors::File(path).header().metadata.contains(checksum_name)) return std::nullopt;
      return Fault(damaged, {{"file", to_utf8(path)}, {"reason", "it has no checksum"}});
    } catch (const Error& failure) {
      return Fault(damaged, {{"file", to_utf8(path)}, {"reason", failure.fault().message()}});
    }
  } catch (const Error& failure) {
    return failure.fault();
  }
}

CacheEntry LatentCache::read(CacheKind kind, std::string_view key) const {
  const std::filesystem::path path = existing(file(kind, key));
  CacheEntry entry;
  std::string stored;
  try {
    const auto checkpoint = tensor::Checkpoint::open(path);
    const auto found = checkpoint.metadata().find(checksum_name);
    if (found != checkpoint.metadata().end()) stored = found->second;
    for (const std::string& name : checkpoint.names()) {
      entry[name] = checkpoint.read(name);
    }
  } catch (const Error& failure) {
    throw Error(damaged, {{"file", to_utf8(path)}, {"reason", failure.fault().message()}});
  }
  if (stored != checksum_of(entry)) {
    std::error_code error;
    std::filesystem::remove(path, error);
    throw Error(damaged, {{"file", to_utf8(path)}, {"reason", "its checksum does not fit"}});
  }
  note_use(path);
  return entry;
}

void LatentCache::write(CacheKind kind, std::string_view key, const CacheEntry& entry) const {
  const std::filesystem::path path = file(kind, key);
  std::error_code error;
  const bool is_new = std::filesystem::create_directories(path.parent_path(), error);
  if (error)
    throw Error(folder_unusable, {{"folder", to_utf8(path.parent_path())}, {"reason", error.message()}});
  // For all users who may write to the cache, whatever the umask.
  if (is_new)
    std::filesystem::permissions(path.parent_path(), std::filesystem::status(folder_).permissions(), error);
  tensor::save_tensors(path, entry, {{checksum_name, checksum_of(entry)}}, Existing::replace);
}

int64_t image_count(const CacheEntry& entry) {
  return entry.begin()->second.size(1);
}

const torch::Tensor* find_tensor(const CacheEntry& entry, const std::string& name) {
  const auto found = entry.find(name);
  return found == entry.end() ? nullptr : &found->second;
}

CacheEntry text_entry(const encoders::TextCondition& condition) {
  CacheEntry entry;
  const auto put = [&](const char* name, const torch::Tensor& tensor) {
    if (tensor.defined()) entry[name] = tensor[0].cpu();
  };
  put("embedding", condition.embeds);
  put("mask", condition.mask);
  put("pooled", condition.pooled);
  put("second_embedding", condition.second_embeds);
  put("second_mask", condition.second_mask);
  return entry;
}

encoders::TextCondition text_of(const CacheEntry& entry) {
  const auto get = [&](const char* name) {
    const auto found = entry.find(name);
    return found == entry.end() ? torch::Tensor() : found->second;
  };
  return {get("embedding"), get("mask"), get("pooled"), get("second_embedding"), get("second_mask")};
}

CacheEntry one_image(const CacheEntry& entry, int64_t index) {
  CacheEntry one;
  for (const auto& [name, tensor] : entry) one[name] = tensor.narrow(1, index, 1);
  return one;
}

}  // namespace fw::precompute
