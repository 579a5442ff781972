// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "hub/hub_settings.h"
#include "hub/repository.h"

/// Downloads from a model hub that speaks Hugging Face's HTTP API, into the cache that its own client uses or
/// into a folder.
namespace fw::hub {

struct FetchRequest {
  Repository repository;
  std::vector<std::string> components{};  ///< of a model; empty: those in its model_index.json
  /// For datasets: which files are wanted.
  std::function<bool(const std::string& path)> is_used{};
  std::filesystem::path folder{};  ///< empty: the cache
};

struct FetchResult {
  std::filesystem::path folder;  ///< what to open
  std::string commit;
  uint64_t bytes = 0;    ///< of all used files
  uint64_t fetched = 0;  ///< of them from the network, now
  size_t files = 0;
};

/// Downloads the used files of a repository, several at a time, resuming what an interrupted attempt has
/// left. Each file appears under its name only when it is complete and its hash is right. With
/// settings.offline it only checks that all files are present.
/// @param progress  in megabytes of all used files; called on this thread, several times per second
/// @throws fw::Error hub.*, download.*, base.*; fw::Cancelled. Thread: any but the window's.
///   Cost: the download; reading each file once to check it
FetchResult fetch(const FetchRequest& request, const HubSettings& settings,
                  const std::function<void(const Progress&)>& progress, const std::stop_token& stop = {});

/// Asks the hub about a repository. @throws as fetch(); hub.not_there if settings.offline
Listing look_up(const Repository& repository, const HubSettings& settings, const std::stop_token& stop = {});

}  // namespace fw::hub
