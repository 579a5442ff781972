// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <stop_token>

#include "hub/hub_settings.h"
#include "hub/repository.h"
#include "hub/store.h"

namespace fw::hub {

/// State of a file for those who report the progress of several. Thread: any.
struct FileState {
  enum class Phase { waiting, downloading, checking, done };
  std::atomic<Phase> phase = Phase::waiting;
  std::atomic<uint64_t> bytes{0};    ///< on the disk
  std::atomic<uint64_t> fetched{0};  ///< from the network, during this download
};

/// Shared by all files of one download.
struct FetchContext {
  const Repository& repository;
  const HubSettings& settings;
  const std::string& commit;
  Store& store;
  std::stop_token stop;
};

/// Downloads a file, or what is missing of it, and puts it in its place once its hash is right. Waits while
/// another program downloads it. @throws fw::Error hub.*, download.*, base.*; fw::Cancelled
void fetch_file(const FetchContext& context, const RemoteFile& file, download::Transfer& transfer,
                FileState& state);

}  // namespace fw::hub
