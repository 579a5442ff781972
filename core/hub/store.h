// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "hub/repository.h"

namespace fw::hub {

/// Where the files of a repository at one commit are put. Locks and names are those of the hub's own client,
/// so that both can work in the same folder. Thread: any number; each file is written by the holder of its
/// lock.
class Store {
 public:
  virtual ~Store() = default;
  /// The folder that other programs and this one open.
  virtual std::filesystem::path folder() const = 0;
  /// The file in it.
  std::filesystem::path path_of(const RemoteFile& file) const { return folder() / file.path; }
  /// True if the file is present, or could be put in place without a download.
  /// @throws fw::Error hub.link_in_the_way; base.file_exists for a file of that name that is not a download
  virtual bool has(const RemoteFile& file) = 0;
  /// The unfinished file, whose folder exists, and the file that is locked while it is written.
  virtual std::filesystem::path unfinished(const RemoteFile& file) = 0;
  virtual std::filesystem::path lock(const RemoteFile& file) = 0;
  /// Puts the finished and checked file in its place.
  virtual void take(const RemoteFile& file) = 0;
  /// Called when all files are in place.
  virtual void finish() = 0;
};

/// models--owner--name/{blobs,refs,snapshots} in the hub's cache. Source: huggingface_hub's documentation,
/// "Understand caching".
std::unique_ptr<Store> cache_store(const std::filesystem::path& cache, const Repository& repository,
                                   const std::string& commit);
/// The files themselves in a folder of the user's, and what is known about them in .cache/huggingface.
std::unique_ptr<Store> folder_store(const std::filesystem::path& folder, const std::string& commit);

/// The commit that the cache has for the repository's revision; empty if there is none.
std::string cached_commit(const std::filesystem::path& cache, const Repository& repository);

}  // namespace fw::hub
