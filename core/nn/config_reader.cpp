// SPDX-License-Identifier: Apache-2.0
#include "nn/config_reader.h"

#include "base/error.h"
#include "base/join.h"

namespace fw::nn {
namespace {

constexpr ErrorCode bad_config{
    "nn.bad_config",
    FW_TEXT("errors", "{component} does not describe a model that can be built: {problems}."),
    FW_TEXT("errors", "Copy or download the model folder again, or choose a model of a supported family."),
    Blame::input};

constexpr int64_t largest_size = int64_t{1} << 24;

bool is_whole(const nlohmann::json& value, int64_t smallest) {
  return value.is_number_integer() && value.get<double>() >= static_cast<double>(smallest) &&
         value.get<double>() <= largest_size;
}
bool is_size(const nlohmann::json& value) {
  return is_whole(value, 1);
}

}  // namespace

ConfigReader::ConfigReader(const nlohmann::json& json, std::string component)
    : json_(json), component_(std::move(component)) {
  if (!json_.is_object()) problems_.push_back("it is not a JSON object");
}

const nlohmann::json* ConfigReader::find(const char* key) const {
  if (!json_.is_object()) return nullptr;
  const auto found = json_.find(key);
  return found == json_.end() ? nullptr : &*found;
}

void ConfigReader::wrong(const char* key, std::string_view wanted) {
  std::string value = find(key)->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (value.size() > 60) value = value.substr(0, 60) + "…";
  problems_.push_back(std::string(key) + " is " + value + ", not " + std::string(wanted));
}

bool ConfigReader::boolean(const char* key, bool fallback) {
  const nlohmann::json* value = find(key);
  if (!value) return fallback;
  if (!value->is_boolean()) wrong(key, "true or false");
  return value->is_boolean() ? value->get<bool>() : fallback;
}

double ConfigReader::number(const char* key, double fallback) {
  const nlohmann::json* value = find(key);
  if (!value) return fallback;
  if (!value->is_number()) wrong(key, "a number");
  return value->is_number() ? value->get<double>() : fallback;
}

std::string ConfigReader::text(const char* key, std::string_view fallback) {
  const nlohmann::json* value = find(key);
  if (!value) return std::string(fallback);
  if (!value->is_string()) wrong(key, "a text");
  return value->is_string() ? value->get<std::string>() : std::string(fallback);
}

std::optional<double> ConfigReader::optional_number(const char* key) {
  const nlohmann::json* value = find(key);
  if (!value || value->is_null()) return std::nullopt;
  return number(key, 0);
}

int64_t ConfigReader::whole(const char* key, int64_t smallest, int64_t fallback) {
  const nlohmann::json* value = find(key);
  if (!value) return fallback;
  if (is_whole(*value, smallest)) return value->get<int64_t>();
  wrong(key, smallest > 0 ? "a whole number above 0" : "a whole number");
  return fallback;
}

int64_t ConfigReader::size(const char* key, int64_t fallback) {
  return whole(key, 1, fallback);
}

int64_t ConfigReader::count(const char* key, int64_t fallback) {
  return whole(key, 0, fallback);
}

std::optional<int64_t> ConfigReader::optional_size(const char* key) {
  const nlohmann::json* value = find(key);
  if (!value || value->is_null()) return std::nullopt;
  return size(key, 1);
}

template <class T, class Fits>
std::vector<T> ConfigReader::list(const char* key, std::vector<T> fallback, const Fits& fits,
                                  std::string_view wanted) {
  const nlohmann::json* value = find(key);
  if (!value) return fallback;
  if (!value->is_array() || value->empty() || value->size() > 64 ||
      !std::all_of(value->begin(), value->end(), fits)) {
    wrong(key, wanted);
    return fallback;
  }
  return value->get<std::vector<T>>();
}

std::vector<int64_t> ConfigReader::sizes(const char* key, std::vector<int64_t> fallback) {
  return list(key, std::move(fallback), is_size, "a list of whole numbers above 0");
}

std::vector<bool> ConfigReader::booleans(const char* key, std::vector<bool> fallback) {
  const auto is_boolean = [](const nlohmann::json& value) { return value.is_boolean(); };
  return list(key, std::move(fallback), is_boolean, "a list of true and false");
}

std::vector<std::string> ConfigReader::texts(const char* key, std::vector<std::string> fallback) {
  const auto is_text = [](const nlohmann::json& value) { return value.is_string(); };
  return list(key, std::move(fallback), is_text, "a list of texts");
}

void ConfigReader::expect(const char* key, const nlohmann::json& only, const nlohmann::json& fallback) {
  const nlohmann::json* value = find(key);
  const nlohmann::json& given = value ? *value : fallback;
  if (given == only) return;
  if (value)
    wrong(key, only.dump());
  else
    problems_.push_back(std::string(key) + " is missing, it must be " + only.dump());
}

void ConfigReader::require(bool satisfied, std::string problem) {
  if (!satisfied) problems_.push_back(std::move(problem));
}

void ConfigReader::finish() const {
  if (problems_.empty()) return;
  const std::string all = join(problems_, "; ");
  throw Error(bad_config, {{"component", component_}, {"problems", all}});
}

}  // namespace fw::nn
