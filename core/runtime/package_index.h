// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "download/transfer.h"
#include "runtime/pins.h"
#include "runtime/pip_config.h"

namespace fw::runtime {

/// A link on a page of a package index.
struct Link {
  std::string file_name;
  std::string address;
  std::string sha256;  ///< empty if the page does not state it
};

/// The links on a page. @param address  of the page
/// Source: the simple repository API of PEP 503.
std::vector<Link> links_of(const std::string& html, const std::string& address);

/// Candidate addresses of the wheel: the one with its hash in the index, else those whose names fit this
/// system. @throws fw::Error runtime.no_index, runtime.not_on_index, download.*; fw::Cancelled
std::vector<std::string> find_wheel(const Wheel& wheel, const IndexSettings& settings,
                                    download::Transfer& transfer);

}  // namespace fw::runtime
