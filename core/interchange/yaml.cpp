// SPDX-License-Identifier: Apache-2.0
#include "interchange/yaml.h"

#include <yaml.h>

#include <charconv>
#include <cmath>
#include <map>
#include <stdexcept>

namespace fw::interchange {

namespace yaml {

namespace {

using nlohmann::json;

constexpr int deepest = 64;
constexpr size_t longest = 1 << 20;
constexpr int64_t most_values = 1'000'000;  // an alias repeats all that its anchor names

[[noreturn]] void fail(const yaml_mark_t& mark, const std::string& reason) {
  throw std::invalid_argument("line " + std::to_string(mark.line + 1) + ": " + reason);
}

json plain_value(std::string_view text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return nullptr;
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  const char* const end = text.data() + text.size();
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  int64_t whole = 0;
  if (const auto read = std::from_chars(begin, end, whole); read.ec == std::errc() && read.ptr == end)
    return whole;
  double number = 0;
  const bool has_digit = text.find_first_of("0123456789") != text.npos;  // not "inf" and "nan"
  if (const auto read = std::from_chars(begin, end, number);
      has_digit && read.ec == std::errc() && read.ptr == end && std::isfinite(number))
    return number;
  return std::string(text);
}

std::string text_of(const yaml_char_t* text) {
  return reinterpret_cast<const char*>(text);
}

/// Builds the value of the first document from libyaml's events. Not from its documents: those are whole
/// before their depth can be asked, and 100,000 open brackets take it 15 s.
class Reader {
 public:
  explicit Reader(std::string_view text) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  ~Reader() {
    yaml_event_delete(&event_);
    yaml_parser_delete(&parser_);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  json read() {
    next();  // the stream begins
    next();
    if (event_.type == YAML_STREAM_END_EVENT) return nullptr;
    next();
    return value(0);
  }

 private:
  void next() {
    yaml_event_delete(&event_);
    if (yaml_parser_parse(&parser_, &event_) == 0)
      fail(parser_.problem_mark, parser_.problem != nullptr ? parser_.problem : "it cannot be read");
  }

  /// Of the current event, which is the last of the value afterwards.
  json value(int depth) {
    const yaml_mark_t mark = event_.start_mark;
    if (depth > deepest) fail(mark, "it is nested too deeply");
    if (event_.type == YAML_ALIAS_EVENT) return anchored(text_of(event_.data.alias.anchor));
    const int64_t before = values_++;
    std::string anchor;
    json result;
    if (event_.type == YAML_SCALAR_EVENT) {
      if (event_.data.scalar.anchor != nullptr) anchor = text_of(event_.data.scalar.anchor);
      result = scalar();
    } else if (event_.type == YAML_SEQUENCE_START_EVENT) {
      if (event_.data.sequence_start.anchor != nullptr) anchor = text_of(event_.data.sequence_start.anchor);
      refuse_tag(event_.data.sequence_start.tag);
      result = list(depth);
    } else {
      if (event_.data.mapping_start.anchor != nullptr) anchor = text_of(event_.data.mapping_start.anchor);
      refuse_tag(event_.data.mapping_start.tag);
      result = mapping(depth);
    }
    if (!anchor.empty()) anchors_[anchor] = {result, values_ - before};
    return result;
  }

  json anchored(const std::string& name) {
    const auto found = anchors_.find(name);
    if (found == anchors_.end()) fail(event_.start_mark, "nothing above it is named &" + name);
    values_ += found->second.values;
    if (values_ > most_values) fail(event_.start_mark, "its aliases repeat too much");
    return found->second.value;
  }

  void refuse_tag(const yaml_char_t* tag) const {
    if (tag != nullptr) fail(event_.start_mark, "the tag " + text_of(tag) + " is not read");
  }

  json scalar() {
    const auto& it = event_.data.scalar;
    std::string text(reinterpret_cast<const char*>(it.value), it.length);
    if (it.plain_implicit != 0) return plain_value(text);
    if (it.tag != nullptr && text_of(it.tag) != YAML_STR_TAG) refuse_tag(it.tag);
    return text;
  }

  json list(int depth) {
    json items = json::array();
    for (next(); event_.type != YAML_SEQUENCE_END_EVENT; next()) items.push_back(value(depth + 1));
    return items;
  }

  json mapping(int depth) {
    json object = json::object(), merged = json::object();
    for (next(); event_.type != YAML_MAPPING_END_EVENT; next()) {
      if (event_.type != YAML_SCALAR_EVENT) fail(event_.start_mark, "a key is not a word");
      const yaml_mark_t mark = event_.start_mark;
      const auto& it = event_.data.scalar;
      const std::string key(reinterpret_cast<const char*>(it.value), it.length);
      const bool merges = key == "<<" && it.plain_implicit != 0;
      next();
      json entry = value(depth + 1);
      if (merges)
        merge(std::move(entry), mark, merged);
      else
        object[key] = std::move(entry);
    }
    merged.update(object);
    return merged;
  }

  /// "<<": the entries of another mapping, or of several, of which the first has precedence.
  static void merge(json others, const yaml_mark_t& mark, json& merged) {
    if (!others.is_array()) others = json::array({std::move(others)});
    for (const json& other : others) {
      if (!other.is_object()) fail(mark, "what is merged is not a mapping");
      for (const auto& [name, entry] : other.items()) merged.emplace(name, entry);
    }
  }

  struct Anchored {
    json value;
    int64_t values = 0;
  };

  yaml_parser_t parser_{};
  yaml_event_t event_{};
  std::map<std::string, Anchored> anchors_;
  int64_t values_ = 0;
};

}  // namespace

}  // namespace yaml

nlohmann::json parse_yaml(std::string_view text, std::string* problem) {
  try {
    if (text.size() > yaml::longest) throw std::invalid_argument("it is too large");
    return yaml::Reader(text).read();
  } catch (const std::invalid_argument& error) {
    if (problem != nullptr) *problem = error.what();
    return nlohmann::json(nlohmann::json::value_t::discarded);
  }
}

}  // namespace fw::interchange
