// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "download/transfer.h"

namespace fw::hub {

/// How to reach the model hub, and where its files are kept.
struct HubSettings {
  std::string endpoint;         ///< without a slash at the end: the hub or a mirror
  std::filesystem::path cache;  ///< shared with other programs
  std::string token{};          ///< empty: none. Sent to the endpoint only
  bool offline = false;
  int streams = 4;  ///< files at a time
  download::NetworkSettings network{};
};

/// The settings of the hub's own client: HF_ENDPOINT, HF_HOME, HF_HUB_CACHE, HF_TOKEN, HF_TOKEN_PATH,
/// HF_HUB_OFFLINE, HF_HUB_DOWNLOAD_TIMEOUT and the older names that it still reads. Thread: any. Cost: reads
/// the token file. Source: huggingface_hub's documentation, "Environment variables".
HubSettings hub_settings();

/// A token without the blanks around it. @throws fw::Error hub.bad_token for anything that no header may hold
std::string cleaned_token(const std::string& text);

}  // namespace fw::hub
