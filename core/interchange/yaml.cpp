// SPDX-License-Identifier: Apache-2.0
#include "interchange/yaml.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace fw::interchange {

namespace yaml {

namespace {

using nlohmann::json;

constexpr int deepest = 32;
constexpr size_t longest = 1 << 20;

struct Line {
  int64_t number = 0;
  size_t indent = 0;
  std::string_view text;  ///< without indentation, comment and blanks at the end
  std::string_view raw;   ///< the whole line
};

[[noreturn]] void fail(int64_t line, const std::string& reason) {
  throw std::invalid_argument("line " + std::to_string(line) + ": " + reason);
}

std::string_view trimmed(std::string_view text) {
  const size_t from = std::min(text.find_first_not_of(" \t\r"), text.size());
  return text.substr(from, text.find_last_not_of(" \t\r") + 1 - from);
}

/// Calls `visit` for each character outside quotes; stops when it returns false.
/// @return where it stopped, or the size
size_t outside_quotes(std::string_view text, const auto& visit) {
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      const bool is_doubled = quote == '\'' && text.substr(i).starts_with("''");
      if (is_doubled || (c == '\\' && quote == '"'))
        ++i;
      else if (c == quote)
        quote = 0;
      continue;
    }
    // An apostrophe inside a plain word opens nothing.
    const bool begins = i == 0 || std::string_view(" \t[{,:-").find(text[i - 1]) != std::string_view::npos;
    if ((c == '"' || c == '\'') && begins)
      quote = c;
    else if (!visit(i, c))
      return i;
  }
  return text.size();
}

std::string_view without_comment(std::string_view text) {
  return text.substr(0, outside_quotes(text, [&](size_t i, char c) {
                       return c != '#' || (i > 0 && text[i - 1] != ' ' && text[i - 1] != '\t');
                     }));
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (int64_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view raw = text.substr(0, end);
    if (raw.ends_with('\r')) raw.remove_suffix(1);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_mark = raw.starts_with("---") || raw.starts_with("...");
    if (is_mark && trimmed(without_comment(raw)).size() == 3) {
      const bool has_content =
          std::ranges::any_of(lines, [](const Line& line) { return !line.text.empty(); });
      if (has_content) break;
      continue;
    }
    const size_t indent = std::min(raw.find_first_not_of(' '), raw.size());
    lines.push_back({number, indent, trimmed(without_comment(raw.substr(indent))), raw});
  }
  return lines;
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
  const bool looks = text.find_first_of("0123456789") != text.npos && text.find_first_of("xXnN") == text.npos;
  if (const auto read = std::from_chars(begin, end, number);
      looks && read.ec == std::errc() && read.ptr == end && std::isfinite(number))
    return number;
  return std::string(text);
}

class YamlReader {
 public:
  explicit YamlReader(std::string_view text) : lines_(lines_of(text)) {}

  json read() {
    skip_empty();
    if (at_ == lines_.size()) return nullptr;
    json value = block(lines_[at_].indent, 0);
    skip_empty();
    if (at_ < lines_.size()) fail(lines_[at_].number, "its indentation fits nothing above");
    return value;
  }

 private:
  void skip_empty() {
    while (at_ < lines_.size() && lines_[at_].text.empty()) ++at_;
  }

  static bool is_item(std::string_view text) { return text == "-" || text.starts_with("- "); }

  /// Where the colon after a key is; npos: none.
  static size_t key_end(std::string_view text) {
    if (text.starts_with('[') || text.starts_with('{')) return text.npos;
    const size_t at = outside_quotes(
        text, [&](size_t i, char c) { return c != ':' || (i + 1 < text.size() && text[i + 1] != ' '); });
    return at == text.size() ? text.npos : at;
  }

  json block(size_t indent, int depth) {
    if (depth > deepest) fail(lines_[at_].number, "it is nested too deeply");
    const Line& first = lines_[at_];
    if (is_item(first.text)) return list(indent, depth);
    if (key_end(first.text) != std::string_view::npos) return mapping(indent, depth);
    return scalar(indent);
  }

  json list(size_t indent, int depth) {
    json items = json::array();
    for (skip_empty(); at_ < lines_.size() && lines_[at_].indent == indent && is_item(lines_[at_].text);
         skip_empty()) {
      Line& line = lines_[at_];
      const std::string_view rest = trimmed(line.text.substr(1));
      if (rest.empty()) {
        ++at_;
        items.push_back(below(indent + 1, depth));
        continue;
      }
      // The rest of the line is a block of its own, further to the right.
      line.indent += static_cast<size_t>(rest.data() - line.text.data());
      line.text = rest;
      items.push_back(block(line.indent, depth + 1));
    }
    return items;
  }

  json mapping(size_t indent, int depth) {
    json object = json::object();
    for (skip_empty(); at_ < lines_.size() && lines_[at_].indent == indent; skip_empty()) {
      const Line line = lines_[at_];
      const size_t colon = key_end(line.text);
      if (is_item(line.text) || colon == std::string_view::npos) fail(line.number, "it has no key");
      const std::string key = text_of(trimmed(line.text.substr(0, colon)), line.number);
      const std::string_view rest = trimmed(line.text.substr(colon + 1));
      object[key] = value_after(rest, indent, depth);
    }
    return object;
  }

  /// @param rest  of the current line, after a key
  json value_after(std::string_view rest, size_t indent, int depth) {
    const Line line = lines_[at_];
    if (rest.empty()) {
      ++at_;
      return below(indent, depth);
    }
    if (rest[0] == '|' || rest[0] == '>') return block_text(rest, indent);
    if (rest[0] == '&' || rest[0] == '*' || rest[0] == '!')
      fail(line.number, "anchors and tags are not read");
    ++at_;
    std::string text(rest);
    if (rest[0] == '[' || rest[0] == '{') {
      while (open_brackets(text) > 0 && at_ < lines_.size()) text.append(" ").append(lines_[at_++].text);
      size_t at = 0;
      json value = flow(text, at, line.number, depth);
      if (!trimmed(std::string_view(text).substr(at)).empty()) fail(line.number, "text follows a bracket");
      return value;
    }
    // Lines indented further continue the value.
    for (; at_ < lines_.size() && lines_[at_].indent > indent && !lines_[at_].text.empty(); ++at_) {
      if (key_end(lines_[at_].text) != std::string_view::npos)
        fail(lines_[at_].number, "its indentation fits nothing above");
      text.append(" ").append(lines_[at_].text);
    }
    return value_of(text, line.number);
  }

  /// What follows a key or hyphen that ends its line: further to the right, or a list as far to the left as
  /// its key.
  json below(size_t indent, int depth) {
    skip_empty();
    if (at_ == lines_.size()) return nullptr;
    const Line& line = lines_[at_];
    if (line.indent > indent || (line.indent == indent && is_item(line.text)))
      return block(line.indent, depth + 1);
    return nullptr;
  }

  json scalar(size_t indent) {
    const Line line = lines_[at_];
    return value_after(line.text, indent, 0);
  }

  json block_text(std::string_view header, size_t indent) {
    const bool folds = header[0] == '>', strips = header.find('-') != header.npos;
    std::string text;
    size_t its_indent = 0;
    for (++at_; at_ < lines_.size(); ++at_) {
      const Line& line = lines_[at_];
      const bool is_empty = trimmed(line.raw).empty();
      if (!is_empty && line.raw.find_first_not_of(' ') <= indent) break;
      if (!is_empty && its_indent == 0) its_indent = line.raw.find_first_not_of(' ');
      text += is_empty ? "" : line.raw.substr(std::min(its_indent, line.raw.size()));
      text += folds && !is_empty ? ' ' : '\n';
    }
    while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
    return strips || text.empty() ? text : text + '\n';
  }

  static int open_brackets(std::string_view text) {
    int open = 0;
    outside_quotes(text, [&](size_t, char c) {
      open += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
      return true;
    });
    return open;
  }

  static json value_of(std::string_view text, int64_t line) {
    const bool is_quoted = text.starts_with('"') || text.starts_with('\'');
    return is_quoted ? json(text_of(text, line)) : plain_value(text);
  }

  static std::string text_of(std::string_view text, int64_t line) {
    if (!text.starts_with('"') && !text.starts_with('\'')) return std::string(text);
    const char quote = text[0];
    std::string value;
    for (size_t i = 1; i < text.size(); ++i) {
      if (text[i] == quote && quote == '\'' && text.substr(i + 1).starts_with('\'')) {
        value += text[i++];
      } else if (text[i] == quote) {
        if (i + 1 != text.size()) fail(line, "text follows a quote");
        return value;
      } else if (text[i] == '\\' && quote == '"' && i + 1 < text.size()) {
        value += unescaped(text, i, line);
      } else {
        value += text[i];
      }
    }
    fail(line, "a quote does not end");
  }

  /// @param i  of the backslash; moved to the last character of the escape
  static std::string unescaped(std::string_view text, size_t& i, int64_t line) {
    const char kind = text[++i];
    if (kind == 'n') return "\n";
    if (kind == 't') return "\t";
    const size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : 0;
    if (digits == 0) return std::string(1, kind);
    // As JSON has it.
    const std::string code = std::string(4 - digits, '0') + std::string(text.substr(i + 1, digits));
    const json value = json::parse("\"\\u" + code + "\"", nullptr, false);
    if (!value.is_string()) fail(line, "an escape is wrong");
    i += digits;
    return value.get<std::string>();
  }

  static void skip_blanks(std::string_view text, size_t& at) {
    at = std::min(text.find_first_not_of(" \t", at), text.size());
  }

  static json flow(std::string_view text, size_t& at, int64_t line, int depth) {
    if (depth > deepest) fail(line, "it is nested too deeply");
    skip_blanks(text, at);
    if (at >= text.size()) fail(line, "a bracket does not close");
    if (text[at] != '[' && text[at] != '{') return flow_scalar(text, at, line);
    const bool is_list = text[at] == '[';
    const char close = is_list ? ']' : '}';
    json value = is_list ? json::array() : json::object();
    for (++at;;) {
      skip_blanks(text, at);
      if (at >= text.size()) fail(line, "a bracket does not close");
      if (text[at] == close) return ++at, value;
      if (is_list) {
        value.push_back(flow(text, at, line, depth + 1));
      } else {
        const size_t colon = at + std::min(key_end(text.substr(at)), text.size() - at);
        if (colon >= text.size()) fail(line, "a key has no value");
        const std::string key = text_of(trimmed(text.substr(at, colon - at)), line);
        at = colon + 1;
        value[key] = flow(text, at, line, depth + 1);
      }
      skip_blanks(text, at);
      if (at < text.size() && text[at] == ',')
        ++at;
      else if (at < text.size() && text[at] != close)
        fail(line, "a comma is missing");
    }
  }

  static json flow_scalar(std::string_view text, size_t& at, int64_t line) {
    const std::string_view rest = text.substr(at);
    const size_t end = outside_quotes(rest, [](size_t, char c) { return c != ',' && c != ']' && c != '}'; });
    at += end;
    return value_of(trimmed(rest.substr(0, end)), line);
  }

  std::vector<Line> lines_;
  size_t at_ = 0;
};

}  // namespace

}  // namespace yaml

nlohmann::json parse_yaml(std::string_view text, std::string* problem) {
  try {
    if (text.size() > yaml::longest) throw std::invalid_argument("it is too large");
    if (text.find('\t') != text.npos && text.find("\n\t") != text.npos)
      throw std::invalid_argument("tabs indent a line");
    return yaml::YamlReader(text).read();
  } catch (const std::invalid_argument& error) {
    if (problem != nullptr) *problem = error.what();
    return nlohmann::json(nlohmann::json::value_t::discarded);
  }
}

}  // namespace fw::interchange
