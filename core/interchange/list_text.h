// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

/// The texts of the lists that an export writes and import_list.h reads back. Thread: any.
namespace fw::interchange {

/// One line of a list.
struct ListRow {
  std::string file{};  ///< relative to the list's folder, or absolute
  std::string caption{};
  nlohmann::json details = nlohmann::json::object();  ///< what else a table can hold
};

std::string csv_text(std::span<const ListRow> rows);
std::string jsonl_text(std::span<const ListRow> rows);
/// Line ends in captions become spaces.
std::string prompts_text(std::span<const ListRow> rows);
std::string videos_text(std::span<const ListRow> rows);

}  // namespace fw::interchange
