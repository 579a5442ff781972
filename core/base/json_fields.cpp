// SPDX-License-Identifier: Apache-2.0
#include "base/json_fields.h"

namespace fw {

namespace {

constexpr std::string_view versions =
    FW_TEXT("errors", "It may be of another version of Framewright. Make the job again.");
constexpr ErrorCode unknown_key{"base.unknown_key", FW_TEXT("errors", "{place} has no “{key}”."), versions};
constexpr ErrorCode missing_key{"base.missing_key", FW_TEXT("errors", "{place} lacks “{key}”."), versions};
constexpr ErrorCode wrong_type{"base.wrong_type", FW_TEXT("errors", "{key} is {value}, not {wanted}."),
                               versions};

/// Shortens a value for a message.
std::string shortened(const nlohmann::json& json) {
  constexpr size_t most = 60;
  std::string text = json.dump(-1, ' ', /*ensure_ascii=*/true, nlohmann::json::error_handler_t::replace);
  return text.size() <= most ? text : text.substr(0, most) + "…";
}

}  // namespace

FieldReader::FieldReader(const nlohmann::json& object, std::string place, Reading reading)
    : object_(object), place_(std::move(place)), reading_(reading) {
  if (!object_.is_object()) mismatch(place_, "an object", object_);
}

const nlohmann::json* FieldReader::find(const char* key) {
  known_.insert(key);
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

void FieldReader::require(const char* key) const {
  if (reading_ == Reading::strict && !object_.contains(key))
    throw Error(missing_key, {{"place", place_}, {"key", key}});
}

void FieldReader::finish() const {
  if (reading_ == Reading::lenient) return;
  for (const auto& [key, value] : object_.items())
    if (!known_.contains(key)) throw Error(unknown_key, {{"place", place_}, {"key", key}});
}

bool FieldReader::mismatch(const std::string& place, const char* wanted, const nlohmann::json& json) const {
  return refuse(Error(wrong_type, {{"key", place}, {"value", shortened(json)}, {"wanted", wanted}}));
}

bool FieldReader::refuse(const Error& error) const {
  if (reading_ == Reading::strict) throw error;
  return false;
}

}  // namespace fw
