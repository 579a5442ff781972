// SPDX-License-Identifier: Apache-2.0
#include "interchange/validation_file.h"

#include <algorithm>
#include <set>

#include "base/json_text.h"
#include "base/utf16.h"
#include "interchange/csv.h"
#include "interchange/flag_errors.h"

namespace fw::interchange {

namespace {

std::string text_in(const nlohmann::json& row, const char* key) {
  const auto value = row.find(key);
  if (value == row.end() || value->is_null()) return {};
  return value->is_string() ? value->get<std::string>() : value->dump();
}

nlohmann::json rows_of_csv(std::string_view text) {
  nlohmann::json rows = nlohmann::json::array();
  CsvReader reader(text);
  const auto header = reader.next();
  while (auto row = reader.next()) {
    nlohmann::json object;
    for (size_t i = 0; i < std::min(row->cells.size(), header->cells.size()); ++i)
      object[header->cells[i]] = row->cells[i];
    rows.push_back(std::move(object));
  }
  return rows;
}

/// @return the rows; null if the file has none
nlohmann::json rows_of(const std::string& name, std::string text) {
  text = decoded_text(std::move(text));
  if (name.ends_with(".csv")) return rows_of_csv(text);
  nlohmann::json json = parse_json(text);
  if (json.is_object() && json.contains("data")) json = json["data"];
  return json.is_array() ? json : nlohmann::json();
}

/// Column by column: a setting if all rows agree, else reported.
void take_number(RunMapping& mapping, const nlohmann::json& rows, const char* column, const char* setting) {
  std::set<std::string> values;
  for (const nlohmann::json& row : rows)
    if (const std::string value = text_in(row, column); !value.empty()) values.insert(value);
  if (values.empty()) return;
  const ForeignKey key{column, {values.begin(), values.end()}};
  if (values.size() == 1)
    mapping.set_text(key, setting);
  else
    mapping.report(Fault(bad_flag, {{"flag", key.name},
                                    {"value", key.text()},
                                    {"key", setting},
                                    {"type", FW_TEXT("errors", "one value for all clips")},
                                    {"limits", ""}}));
}

}  // namespace

void take_validation_file(RunMapping& mapping) {
  const ForeignKey* const flag = mapping.find("validation_dataset_file");
  if (flag == nullptr || mapping.has("validation_prompts")) return;
  const auto text = mapping.read(flag->text());
  const nlohmann::json rows = text ? rows_of(flag->text(), *text) : nlohmann::json();
  if (!rows.is_array() || rows.empty()) return;  // the flag is reported
  std::vector<std::string> prompts, pictures;
  for (const nlohmann::json& row : rows) {
    if (!row.is_object()) return;
    std::string prompt = text_in(row, "caption");
    std::ranges::replace(prompt, '\n', ' ');
    if (prompt.empty()) continue;
    const std::string frames = text_in(row, "num_frames"), height = text_in(row, "height"),
                      width = text_in(row, "width");
    const bool has_size = !frames.empty() && !height.empty() && !width.empty();
    prompts.push_back(has_size ? prompt + "@@@" + frames + "x" + height + "x" + width : prompt);
    if (const std::string picture = text_in(row, "image_path"); !picture.empty()) pictures.push_back(picture);
  }
  const ForeignKey key = *flag;
  mapping.set(key, "validation.validation_prompts", prompts);
  if (pictures.size() == prompts.size()) mapping.set(key, "validation.validation_images", pictures);
  take_number(mapping, rows, "num_inference_steps", "validation.num_inference_steps");
  take_number(mapping, rows, "guidance_scale", "validation.guidance_scale");
  mapping.take_out("validation_dataset_file");
}

void take_dataset_config(RunMapping& mapping) {
  const ForeignKey* const flag = mapping.find("dataset_config");
  const auto text = flag == nullptr ? std::nullopt : mapping.read(flag->text());
  if (!text) return;
  const nlohmann::json json = parse_json(decoded_text(*text));
  const nlohmann::json datasets =
      json.is_object() ? json.value("datasets", nlohmann::json()) : nlohmann::json();
  if (!datasets.is_array()) return;
  std::set<std::string> tokens, buckets;
  for (const nlohmann::json& dataset : datasets) {
    if (!dataset.is_object()) continue;
    tokens.insert(text_in(dataset, "id_token"));
    for (const nlohmann::json& size : dataset.value("video_resolution_buckets", nlohmann::json::array())) {
      std::string bucket;
      for (const nlohmann::json& edge : size) bucket += (bucket.empty() ? "" : "x") + edge.dump();
      buckets.insert(bucket);
    }
  }
  if (tokens.size() == 1 && !tokens.begin()->empty() && !mapping.has("id_token"))
    mapping.set_text({"id_token", {*tokens.begin()}}, "data.id_token");
  if (!buckets.empty() && !mapping.has("video_resolution_buckets"))
    mapping.set({"video_resolution_buckets"}, "data.video_resolution_buckets",
                std::vector<std::string>(buckets.begin(), buckets.end()));
}

}  // namespace fw::interchange
