// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fw::runtime {

/// Where this computer's packages come from, and how they are fetched: pip's settings of the same names.
struct IndexSettings {
  std::vector<std::string> indexes;        ///< index-url, then extra-index-url
  std::vector<std::string> find_links;     ///< pages or folders with links, or plain folders with wheels
  std::vector<std::string> trusted_hosts;  ///< whose certificates are not checked, with a port or without
  std::string certificates;                ///< a file of authorities; empty: the system's
  std::string proxy;                       ///< empty: what the environment says
  long timeout_s = 15;                     ///< of a connection that is silent
  int retries = 5;
};

/// What pip would use, read from its files (global, the user's, the virtual environment's) and its
/// environment variables, without running it. Where neither names an index, an installed pip is asked for its
/// own; without one, `indexes` is empty. Thread: any. Cost: small files; up to a second where pip is asked.
/// Source: pip's documentation, "Configuration".
IndexSettings pip_settings();

/// The values of a pip.conf: of [global], and over them those of [install]. Values of several lines have them
/// parted by spaces. For pip_settings() and its test.
std::vector<std::pair<std::string, std::string>> parse_pip_conf(const std::string& text);

}  // namespace fw::runtime
