// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"

/// Where the published models can be downloaded. Only facts that were found in a publication; everything else
/// is asked from the hub at the time of the download.
namespace fw::catalog {

struct Licence {
  std::string_view name{};     ///< empty: as the hub states it
  std::string_view address{};  ///< of its text
  /// Anybody may use it for anything; other licences have terms that the user has to accept.
  bool is_free = false;
  std::string_view limits{};  ///< a sentence, for example about territories; may be empty
};

struct Download {
  struct Repository {
    std::string_view name;                       ///< on the hub
    std::vector<std::string_view> components{};  ///< the folders to take; empty: the whole model
  };
  std::string_view model;                ///< ModelSpec::id
  std::vector<Repository> repositories;  ///< the first one is the model, the others have its other parts
  Licence licence{};
  int64_t parameters = 0;  ///< of all components: at least two bytes each on the disk
};

inline constexpr Licence apache{
    .name = "Apache-2.0", .address = "https://www.apache.org/licenses/LICENSE-2.0", .is_free = true};

/// Every published model of every family. Thread: any.
std::span<const Download> downloads();
/// @param model  ModelSpec::id. @return nullptr if unknown
const Download* find_download(std::string_view model);

}  // namespace fw::catalog
