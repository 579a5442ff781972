// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "interchange/import_list.h"

namespace fw::interchange {

/// Reads into `row` what an export adds for clips by reference: cut, crop, tags and bucket. A CSV cell
/// contains the JSON text. @throws std::exception for a value that is none of these. Thread: any.
void read_details(const nlohmann::json& object, ImportRow& row);

/// "a.mp4", or Hugging Face's {"path": "a.mp4", "bytes": null}; empty: neither. Thread: any.
std::string file_named(const nlohmann::json& value);

}  // namespace fw::interchange
