// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

/// Texts of the lists written by an export and read by import_list.h. Thread: any.
namespace fw::interchange {

/// One line of a list.
struct ListRow {
  std::string file{};  ///< relative to the list's folder, or absolute
  std::string caption{};
  nlohmann::json details = nlohmann::json::object();  ///< further columns of a table
};

std::string csv_text(std::span<const ListRow> rows);
std::string jsonl_text(std::span<const ListRow> rows);
/// Line ends in captions become spaces.
std::string prompts_text(std::span<const ListRow> rows);
std::string videos_text(std::span<const ListRow> rows);

}  // namespace fw::interchange
