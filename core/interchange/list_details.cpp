// SPDX-License-Identifier: Apache-2.0
#include "interchange/list_details.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/json_text.h"

namespace fw::interchange {

namespace {

/// An integer in a row; accepts "12.0", which tables contain if other rows are empty.
int64_t whole_number(const nlohmann::json& value, const char* key) {
  constexpr double most = int64_t{1} << 53;
  const double number = value.is_number() ? value.get<double>() : NAN;
  if (!(number >= 0 && number <= most && number == std::floor(number)))
    throw std::invalid_argument(std::string(key) + " is " + value.dump() + ", not a whole number");
  return static_cast<int64_t>(number);
}

catalog::Crop crop_of(const nlohmann::json& value) {
  if (!value.is_array() || value.size() != 4)
    throw std::invalid_argument("clip_crop is " + value.dump() + ", not [x, y, width, height]");
  const auto edge = [&](size_t i) { return whole_number(value[i], "clip_crop"); };
  return {edge(0), edge(1), edge(2), edge(3)};
}

}  // namespace

std::string file_named(const nlohmann::json& value) {
  const nlohmann::json name = value.is_object() ? value.value("path", nlohmann::json()) : value;
  return name.is_string() ? name.get<std::string>() : std::string();
}

nlohmann::json captions_in(const std::string& cell) {
  if (!cell.starts_with('[')) return cell;
  const nlohmann::json list = parse_json(cell);
  const auto is_text = [](const nlohmann::json& each) { return each.is_string(); };
  const bool is_list = list.is_array() && !list.empty() && std::ranges::all_of(list, is_text);
  return is_list ? list : nlohmann::json(cell);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    if (line.find_first_not_of(" \t") != line.npos) lines.emplace_back(line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return lines;
}

void read_details(const nlohmann::json& object, ImportRow& row) {
  const auto detail = [&](const char* key) {
    const nlohmann::json value = object.value(key, nlohmann::json());
    if (!value.is_string()) return value;
    const auto text = value.get<std::string>();
    if (text.empty()) return nlohmann::json();
    std::string problem;
    const nlohmann::json parsed = parse_json(text, &problem);
    if (!problem.empty()) throw std::invalid_argument(std::string(key) + ": " + problem);
    return parsed;
  };
  if (const auto value = detail("clip_in"); !value.is_null()) row.in_frame = whole_number(value, "clip_in");
  if (const auto value = detail("clip_out"); !value.is_null())
    row.out_frame = whole_number(value, "clip_out");
  if (const auto value = detail("clip_crop"); !value.is_null()) row.crop = crop_of(value);
  if (const auto value = detail("clip_tags"); !value.is_null())
    row.tags = value.get<std::vector<std::string>>();
  if (const auto value = detail("clip_captions"); !value.is_null())
    row.more_captions = value.get<std::vector<std::string>>();
  if (const auto value = detail("clip_times"); !value.is_null())
    row.times = whole_number(value, "clip_times");
  if (const auto value = detail("clip_loss_weight"); value.is_number()) row.loss_weight = value.get<double>();
  const auto bucket = object.value("clip_bucket", nlohmann::json());
  if (bucket.is_null() || bucket == "") return;
  row.bucket = catalog::parse_bucket(bucket.get<std::string>());
  if (!row.bucket) throw std::invalid_argument("clip_bucket is " + bucket.dump() + ", not FxHxW");
}

}  // namespace fw::interchange
