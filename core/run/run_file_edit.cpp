// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "run/run_file.h"
#include "run/toml.h"

namespace fw::run {

namespace {

constexpr ErrorCode not_editable{
    "run.not_editable", FW_TEXT("errors", "{key} cannot be set in this run file: {reason}."),
    FW_TEXT("errors", "Write the table as [{table}] with one key a line and try again.")};
constexpr ErrorCode bad_override{"run.bad_override", FW_TEXT("errors", "\"{text}\" sets nothing: {reason}."),
                                 FW_TEXT("errors", "Write it as key=value, for example {example}."),
                                 Blame::input};

/// The text of a run file with the positions of its contents.
class Document {
 public:
  explicit Document(std::string_view text) : text_(text), root_(parse_toml(text)), leaves_(leaves_of(root_)) {
    line_begins_.push_back(0);
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
      line_begins_.push_back(at + 1);
    }
    line_end_ = text.find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
  }

  const Leaf* leaf(std::string_view key) const {
    const auto found =
        std::find_if(leaves_.begin(), leaves_.end(), [&](const Leaf& l) { return l.key == key; });
    return found == leaves_.end() ? nullptr : &*found;
  }

  /// The key that the file uses for the setting: `key` or a former one.
  std::string name_of(std::string_view key) const {
    const catalog::Setting* const setting = find_setting(key);
    if (leaf(key) == nullptr && setting != nullptr) {
      for (const std::string_view old : setting->old_keys)
        if (leaf(old) != nullptr) return std::string(old);
    }
    return std::string(key);
  }

  /// The last key directly in `table`.
  const Leaf* last_in(std::string_view table) const {
    const auto is_child = [&](const Leaf& l) { return table_of(l.key) == table; };
    const auto found = std::find_if(leaves_.rbegin(), leaves_.rend(), is_child);
    return found == leaves_.rend() ? nullptr : &*found;
  }

  bool is_inline(std::string_view table) const {
    const auto node = root_.at_path(table);
    return node.is_table() && node.as_table()->is_inline();
  }

  /// toml++ counts columns in characters; the text is UTF-8.
  size_t offset(const toml::source_position& position) const {
    size_t at = line_begins_.at(position.line - 1);
    for (auto column = position.column; column > 1 && at < text_.size(); --column) {
      do {
        ++at;
      } while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xc0) == 0x80);
    }
    return at;
  }
  size_t begin_of(const Leaf& leaf) const { return offset(leaf.node->source().begin); }
  size_t end_of(const Leaf& leaf) const { return offset(leaf.node->source().end); }
  std::string text_of(const Leaf& leaf) const {
    return text_.substr(begin_of(leaf), end_of(leaf) - begin_of(leaf));
  }
  size_t line_begin(const Leaf& leaf) const { return line_begins_.at(leaf.key_begin.line - 1); }
  /// One past the end of the line on which the leaf's value ends.
  size_t next_line(const Leaf& leaf) const {
    const size_t end = text_.find('\n', end_of(leaf));
    return end == std::string::npos ? text_.size() : end + 1;
  }

  static std::string_view table_of(std::string_view key) {
    const size_t dot = key.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : key.substr(0, dot);
  }

  std::string replaced(size_t begin, size_t end, std::string_view with) const {
    return text_.substr(0, begin).append(with).append(text_, end);
  }

  const std::string& text() const { return text_; }
  const std::string& line_end() const { return line_end_; }
  const std::vector<Leaf>& leaves() const { return leaves_; }

 private:
  std::string text_;
  toml::table root_;
  std::vector<Leaf> leaves_;
  std::vector<size_t> line_begins_;
  std::string line_end_;
};

/// Inserts a new key after its last neighbour, below its table's empty header, or in a new table at the end.
std::string inserted(const Document& document, std::string_view key, const std::string& value) {
  const std::string_view table = Document::table_of(key);
  const std::string entry = std::string(key.substr(table.empty() ? 0 : table.size() + 1)) + " = " + value;
  const std::string& text = document.text();
  if (table.empty()) return entry + document.line_end() + text;
  if (const Leaf* neighbour = document.last_in(table)) {
    if (document.is_inline(table)) {
      const size_t end = document.end_of(*neighbour);
      return document.replaced(end, end, ", " + entry);
    }
    const size_t begin = document.line_begin(*neighbour);
    // Indentation, and "lora." if the neighbour is written as a dotted key.
    const std::string prefix = text.substr(begin, document.offset(neighbour->key_begin) - begin);
    const size_t at = document.next_line(*neighbour);
    const bool open_line = at == text.size() && !text.ends_with('\n');
    return document.replaced(at, at,
                             (open_line ? document.line_end() : "") + prefix + entry + document.line_end());
  }
  if (const Leaf* empty = document.leaf(table)) {
    if (document.is_inline(table)) {
      return document.replaced(document.begin_of(*empty), document.end_of(*empty), "{ " + entry + " }");
    }
    const size_t at = document.next_line(*empty);
    const bool open_line = at == text.size() && !text.ends_with('\n');
    return document.replaced(at, at, (open_line ? document.line_end() : "") + entry + document.line_end());
  }
  std::string out = text;
  if (!out.empty() && !out.ends_with('\n')) out += document.line_end();
  if (!out.empty()) out += document.line_end();
  return out + "[" + std::string(table) + "]" + document.line_end() + entry + document.line_end();
}

/// Every leaf as key and value text, for checking that an edit changed only one of them.
std::map<std::string, std::string> contents(std::string_view text, std::string_view but_for) {
  const Document document(text);
  std::map<std::string, std::string> all;
  for (const Leaf& leaf : document.leaves()) {
    if (leaf.key == but_for || leaf.node->is_table()) continue;
    all[leaf.key] = document.text_of(leaf);
  }
  return all;
}

/// @param value  expected for the key after the edit; nullopt: none
void check_edit(std::string_view before, std::string_view after, std::string_view key,
                const std::optional<std::string>& value) {
  std::string reason;
  try {
    const Document document(after);
    const Leaf* leaf = document.leaf(key);
    const bool is_there = leaf != nullptr && !leaf->node->is_table();
    const bool is_done = value ? is_there && document.text_of(*leaf) == *value : !is_there;
    if (is_done && contents(before, key) == contents(after, key)) return;
    reason = is_done ? "another key would change with it" : "its table is written in another form";
  } catch (const toml::parse_error& error) {
    reason = error.description();
  }
  throw Error(not_editable, {{"key", key}, {"reason", reason}, {"table", Document::table_of(key)}});
}

}  // namespace

std::string set_in_text(std::string_view text, std::string_view setting, const catalog::Value& value) {
  const Document document(text);
  const std::string key = document.name_of(setting);
  const std::string written = to_toml(value);
  const Leaf* leaf = document.leaf(key);
  const bool is_value = leaf != nullptr && !leaf->node->is_table();
  std::string edited = is_value ? document.replaced(document.begin_of(*leaf), document.end_of(*leaf), written)
                                : inserted(document, key, written);
  check_edit(text, edited, key, written);
  return edited;
}

std::string remove_from_text(std::string_view text, std::string_view setting) {
  const Document document(text);
  const std::string key = document.name_of(setting);
  const Leaf* leaf = document.leaf(key);
  if (leaf == nullptr) return std::string(text);
  std::string edited;
  if (document.is_inline(Document::table_of(key))) {
    size_t begin = document.offset(leaf->key_begin);
    size_t end = document.end_of(*leaf);
    const size_t comma = text.find_first_not_of(" \t", end);
    if (comma != std::string_view::npos && text[comma] == ',') {
      end = std::min(text.find_first_not_of(" \t", comma + 1), text.size());
    } else if (const size_t before = text.find_last_not_of(" \t", begin - 1); text[before] == ',') {
      begin = before;
    }
    edited = document.replaced(begin, end, "");
  } else {
    edited = document.replaced(document.line_begin(*leaf), document.next_line(*leaf), "");
  }
  check_edit(text, edited, key, std::nullopt);
  return edited;
}

std::string override_in_text(std::string_view text, std::string_view assignment) {
  const auto refuse = [&](std::string_view reason, std::string_view example) {
    throw Error(bad_override, {{"text", assignment}, {"reason", reason}, {"example", example}});
  };
  const size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) refuse("it has no =", "optimizer.lr=2e-4");
  const auto trimmed = [](std::string_view part) {
    const size_t first = part.find_first_not_of(" \t");
    if (first == std::string_view::npos) return std::string_view();
    return part.substr(first, part.find_last_not_of(" \t") - first + 1);
  };
  const std::string key(trimmed(assignment.substr(0, equals)));
  const std::string given(trimmed(assignment.substr(equals + 1)));
  const catalog::Setting* setting = find_setting(key);
  if (setting == nullptr) {
    const std::string near = nearest_key(key);
    refuse("there is no setting " + key, near.empty() ? "optimizer.lr=2e-4" : near + "=…");
  }
  std::optional<catalog::Value> value;
  try {
    const toml::table parsed = parse_toml("v = " + given);
    if (parsed.size() == 1) value = value_of_node(*parsed.get("v"), *setting);
  } catch (const toml::parse_error&) {
    // Not TOML: an unquoted text.
  }
  const bool is_text = std::holds_alternative<std::string>(default_of(*setting));
  if (!value && is_text) value = given;
  if (!value) {
    const std::string limits = limits_text(*setting);
    refuse(key + " is a " + std::string(type_name(*setting)) + (limits.empty() ? "" : ", " + limits),
           key + "=" + to_toml(default_of(*setting)));
  }
  return set_in_text(text, setting->key, *value);
}

std::string apply_preset(std::string_view text, std::string_view preset) {
  std::string edited(text);
  const toml::table root = parse_toml(preset);
  for (const Leaf& leaf : leaves_of(root)) {
    const catalog::Setting* setting = find_setting(leaf.key);
    const auto value = setting == nullptr ? std::nullopt : value_of_node(*leaf.node, *setting);
    if (value) edited = set_in_text(edited, setting->key, *value);
  }
  return edited;
}

std::vector<std::string> missing_keys(std::string_view text) {
  const RunFile run = parse_run_file(text, "run.toml", Extent::part);
  std::vector<std::string> keys;
  for (const catalog::Setting& setting : settings())
    if (setting.required && !run.given.contains(std::string(setting.key))) keys.emplace_back(setting.key);
  return keys;
}

}  // namespace fw::run
