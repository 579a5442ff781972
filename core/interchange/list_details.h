// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "interchange/import_list.h"

namespace fw::interchange {

/// Reads into `row` what an export adds: cut, crop, tags, bucket and more captions. A CSV cell
/// contains the JSON text. @throws std::exception for a value that is none of these. Thread: any.
void read_details(const nlohmann::json& object, ImportRow& row);

/// A table's cell of captions: a JSON list of texts, or one text. Thread: any.
nlohmann::json captions_in(const std::string& cell);
/// Lines with something in them. Thread: any.
std::vector<std::string> lines_of(std::string_view text);

/// "a.mp4", or Hugging Face's {"path": "a.mp4", "bytes": null}; empty: neither. Thread: any.
std::string file_named(const nlohmann::json& value);

}  // namespace fw::interchange
