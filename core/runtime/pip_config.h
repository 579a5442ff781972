// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "download/transfer.h"

namespace fw::runtime {

/// Sources of this computer's packages, and how to fetch them: pip's settings of the same names.
struct IndexSettings {
  std::vector<std::string> indexes;     ///< index-url, then extra-index-url
  std::vector<std::string> find_links;  ///< pages or folders with links, or folders with wheels
  download::NetworkSettings network;
};

/// The settings that pip would use, read from its files (global, the user's, the virtual environment's) and
/// its environment variables, without running it. If they name no index, asks an installed pip for its
/// default; without pip, `indexes` is empty. Thread: any. Cost: small files; up to a second if pip is asked.
/// Source: pip's documentation, "Configuration".
IndexSettings pip_settings();

/// The values of a pip.conf: [global], overridden by [install]. Multi-line values are joined by spaces. For
/// pip_settings() and its test.
std::vector<std::pair<std::string, std::string>> parse_pip_conf(const std::string& text);

}  // namespace fw::runtime
