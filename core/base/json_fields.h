// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/choices.h"
#include "base/paths.h"

/// Structs as JSON objects. A struct lists its keys once, for both reading and writing:
///   struct LoraChoice { std::filesystem::path file; double weight = 1; };
///   void describe(auto& fields, LoraChoice& lora) { fields.need("file", lora.file); fields("weight",
///   lora.weight); }
/// Then `nlohmann::json(lora)` writes it and `json.get<LoraChoice>()` reads it.
namespace fw {

class FieldReader;
class FieldWriter;

template <typename T>
concept Described = requires(FieldWriter& fields, T& value) {
  describe(fields, value);
};

enum class Reading {
  strict = 1,  ///< an unknown key or a value of the wrong type is an error
  lenient,     ///< both are skipped: for files that another version or program may have written
};

/// Reads the members that are present; the others are unchanged.
class FieldReader {
 public:
  /// @param place  name of the object in messages: "generate", "generate.loras[0]"
  /// @throws fw::Error base.wrong_type if a strict reading does not get an object
  FieldReader(const nlohmann::json& object, std::string place, Reading reading);

  /// @throws fw::Error base.wrong_type, base.bad_choice (strict)
  template <typename T>
  void operator()(const char* key, T& value) {
    if (const nlohmann::json* found = find(key)) read(*found, value, place_ + "." + key);
  }
  /// Reads a required key. @throws fw::Error base.missing_key (strict)
  template <typename T>
  void need(const char* key, T& value) {
    require(key);
    (*this)(key, value);
  }
  /// For values derived from other members: written for other readers of the file, never read.
  template <typename T>
  void derived(const char* key, const T&) {
    find(key);
  }
  /// Reads a key of earlier versions, which is never written.
  template <typename T>
  void former(const char* key, T& value) {
    (*this)(key, value);
  }
  /// Accepts an obsolete key.
  void former(const char* key) { find(key); }
  /// @throws fw::Error base.unknown_key (strict)
  void finish() const;

  /// @return false if the value has the wrong type; `value` is then unchanged
  template <typename T>
  bool read(const nlohmann::json& json, T& value, const std::string& place);

 private:
  const nlohmann::json* find(const char* key);
  void require(const char* key) const;
  bool mismatch(const std::string& place, const char* wanted, const nlohmann::json& json) const;
  template <typename T>
  bool read_object(const nlohmann::json& json, T& value, const std::string& place);
  template <typename T>
  bool read_list(const nlohmann::json& json, std::vector<T>& list, const std::string& place);
  template <typename Map>
  bool read_map(const nlohmann::json& json, Map& map, const std::string& place);
  template <typename T>
  bool read_number(const nlohmann::json& json, T& value, const std::string& place);
  template <typename... Ts>
  bool read_variant(const nlohmann::json& json, std::variant<Ts...>& value, const std::string& place);
  bool refuse(const Error& error) const;

  const nlohmann::json& object_;
  std::string place_;
  Reading reading_;
  std::set<std::string, std::less<>> known_;
};

/// Writes all members except empty optionals.
class FieldWriter {
 public:
  explicit FieldWriter(nlohmann::json& object) : object_(object) { object_ = nlohmann::json::object(); }

  template <typename T>
  void operator()(const char* key, const T& value) {
    object_[key] = write(value);
  }
  template <typename T>
  void operator()(const char* key, const std::optional<T>& value) {
    if (value) object_[key] = write(*value);
  }
  template <typename T>
  void need(const char* key, const T& value) {
    (*this)(key, value);
  }
  /// Writes an empty optional as null.
  template <typename T>
  void derived(const char* key, const T& value) {
    object_[key] = write(value);
  }

  template <typename T>
  void former(const char*, T&) {}
  void former(const char*) {}

  template <typename T>
  static nlohmann::json write(const T& value);

 private:
  nlohmann::json& object_;
};

/// Applies the JSON's fields to `value`. @throws fw::Error as FieldReader
template <Described T>
void read_fields(const nlohmann::json& json, T& value, std::string place, Reading reading = Reading::strict) {
  FieldReader fields(json, std::move(place), reading);
  describe(fields, value);
  fields.finish();
}

namespace json_detail {

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T>
struct IsList : std::false_type {};
template <typename T>
struct IsList<std::vector<T>> : std::true_type {};
template <typename T>
struct IsMap : std::false_type {};
template <typename T, typename Less>
struct IsMap<std::map<std::string, T, Less>> : std::true_type {};
template <typename T>
struct IsVariant : std::false_type {};
template <typename... Ts>
struct IsVariant<std::variant<Ts...>> : std::true_type {};

/// Name of the object in messages: its kind, if it has one.
template <typename T>
std::string place_of() {
  if constexpr (requires { T::kind; })
    return std::string(T::kind);
  else
    return "JSON";
}

}  // namespace json_detail

template <typename T>
bool FieldReader::read(const nlohmann::json& json, T& value, const std::string& place) {
  using namespace json_detail;
  if constexpr (std::same_as<T, nlohmann::json>) {
    value = json;
  } else if constexpr (Named<T>) {
    if (!json.is_string()) return mismatch(place, "text", json);
    const auto name = json.get<std::string>();
    const auto found = find_choice<T>(name);
    if (!found)
      return refuse(Error(bad_choice, {{"key", place}, {"value", name}, {"choices", choices_text<T>()}}));
    value = *found;
  } else if constexpr (std::same_as<T, bool>) {
    if (!json.is_boolean()) return mismatch(place, "true or false", json);
    value = json.get<bool>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    return read_number(json, value, place);
  } else if constexpr (std::same_as<T, std::string> || std::same_as<T, std::filesystem::path>) {
    if (!json.is_string()) return mismatch(place, "text", json);
    value = json.get<std::string>();
  } else if constexpr (IsOptional<T>::value) {
    typename T::value_type content{};
    if (!json.is_null() && !read(json, content, place)) return false;
    value = json.is_null() ? T() : T(std::move(content));
  } else if constexpr (IsList<T>::value) {
    return read_list(json, value, place);
  } else if constexpr (IsMap<T>::value) {
    return read_map(json, value, place);
  } else if constexpr (IsVariant<T>::value) {
    return read_variant(json, value, place);
  } else if constexpr (Described<T>) {
    return read_object(json, value, place);
  } else {
    try {
      json.get_to(value);
    } catch (const nlohmann::json::exception&) {
      return mismatch(place, "another value", json);
    }
  }
  return true;
}

template <typename T>
bool FieldReader::read_object(const nlohmann::json& json, T& value, const std::string& place) {
  if (!json.is_object()) return mismatch(place, "an object", json);
  read_fields(json, value, place, reading_);
  return true;
}

template <typename T>
bool FieldReader::read_list(const nlohmann::json& json, std::vector<T>& list, const std::string& place) {
  if (!json.is_array()) return mismatch(place, "a list", json);
  std::vector<T> made;
  for (size_t i = 0; i < json.size(); ++i) {
    T item{};
    if (read(json[i], item, place + "[" + std::to_string(i) + "]")) made.push_back(std::move(item));
  }
  list = std::move(made);
  return true;
}

template <typename Map>
bool FieldReader::read_map(const nlohmann::json& json, Map& map, const std::string& place) {
  if (!json.is_object()) return mismatch(place, "an object", json);
  Map made;
  for (const auto& [key, item] : json.items()) {
    typename Map::mapped_type content{};
    if (read(item, content, place + "." + key)) made.emplace(key, std::move(content));
  }
  map = std::move(made);
  return true;
}

template <typename T>
bool FieldReader::read_number(const nlohmann::json& json, T& value, const std::string& place) {
  if constexpr (std::is_floating_point_v<T>) {
    // JSON cannot represent NaN and infinity: they are written as null.
    if (!json.is_number() && !json.is_null()) return mismatch(place, "a number", json);
    value = json.is_null() ? std::numeric_limits<T>::quiet_NaN() : json.get<T>();
  } else {
    const bool fits = json.is_number_unsigned()  ? std::in_range<T>(json.get<uint64_t>())
                      : json.is_number_integer() ? std::in_range<T>(json.get<int64_t>())
                                                 : false;
    if (!fits) return mismatch(place, "a whole number", json);
    value = json.get<T>();
  }
  return true;
}

/// Reads the first alternative that accepts the value.
template <typename... Ts>
bool FieldReader::read_variant(const nlohmann::json& json, std::variant<Ts...>& value,
                               const std::string& place) {
  FieldReader attempt(object_, place_, Reading::lenient);
  const auto take = [&]<typename T>(T content) {
    if (!attempt.read(json, content, place)) return false;
    value = std::move(content);
    return true;
  };
  return (take(Ts()) || ...) || mismatch(place, "a value", json);
}

template <typename T>
nlohmann::json FieldWriter::write(const T& value) {
  using namespace json_detail;
  if constexpr (Named<T>) {
    return std::string(name_of(value));
  } else if constexpr (std::same_as<T, std::filesystem::path>) {
    return to_utf8(value);
  } else if constexpr (IsOptional<T>::value) {
    return value ? write(*value) : nlohmann::json();
  } else if constexpr (IsList<T>::value) {
    auto list = nlohmann::json::array();
    for (const auto& item : value) list.push_back(write(item));
    return list;
  } else if constexpr (IsMap<T>::value) {
    auto object = nlohmann::json::object();
    for (const auto& [key, item] : value) object[key] = write(item);
    return object;
  } else if constexpr (IsVariant<T>::value) {
    return std::visit([](const auto& content) { return write(content); }, value);
  } else {
    return nlohmann::json(value);
  }
}

}  // namespace fw

template <fw::Described T>
struct nlohmann::adl_serializer<T, void> {
  static void to_json(nlohmann::json& json, const T& value) {
    fw::FieldWriter fields(json);
    describe(fields, const_cast<T&>(value));  // writing does not modify it
  }
  static void from_json(const nlohmann::json& json, T& value) {
    fw::read_fields(json, value, fw::json_detail::place_of<T>());
  }
};
