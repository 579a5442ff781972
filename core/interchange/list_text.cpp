// SPDX-License-Identifier: Apache-2.0
#include "interchange/list_text.h"

#include <algorithm>
#include <set>

#include "base/json_text.h"
#include "interchange/csv.h"

namespace fw::interchange {

namespace {

/// A caption that would be read as a list of captions becomes a list of one.
std::string caption_cell(const std::string& caption) {
  if (!caption.starts_with('[') || !parse_json(caption).is_array()) return caption;
  return nlohmann::json::array({caption}).dump();
}

}  // namespace

std::string csv_text(std::span<const ListRow> rows) {
  std::set<std::string> columns;
  for (const ListRow& row : rows) {
    for (const auto& [key, value] : row.details.items()) columns.insert(key);
  }
  std::string text = "file_name,text";
  for (const std::string& column : columns) text += "," + column;
  text += '\n';
  for (const ListRow& row : rows) {
    text += csv_cell(row.file) + "," + csv_cell(caption_cell(row.caption));
    for (const std::string& column : columns) {
      const nlohmann::json value = row.details.value(column, nlohmann::json());
      text += "," + csv_cell(value.is_null()     ? ""
                             : value.is_string() ? value.get<std::string>()
                                                 : value.dump());
    }
    text += '\n';
  }
  return text;
}

std::string jsonl_text(std::span<const ListRow> rows) {
  std::string text;
  for (const ListRow& row : rows) {
    nlohmann::json object = row.details;
    object["file_name"] = row.file;
    object["text"] = row.caption;
    text += object.dump() + '\n';
  }
  return text;
}

std::string prompts_text(std::span<const ListRow> rows) {
  std::string text;
  for (const ListRow& row : rows) {
    std::string caption = row.caption;
    std::ranges::replace(caption, '\n', ' ');
    text += caption + '\n';
  }
  return text;
}

std::string videos_text(std::span<const ListRow> rows) {
  std::string text;
  for (const ListRow& row : rows) text += row.file + '\n';
  return text;
}

}  // namespace fw::interchange
