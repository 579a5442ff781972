// SPDX-License-Identifier: Apache-2.0
#include "documents/error_codes.h"

#include <regex>
#include <sstream>

namespace fw::documents {

namespace {

using architecture::SourceFile;

/// Reads a C++ string literal from its opening quote and moves `place` after it. An escaped character is
/// taken literally, which is correct for quotes and backslashes.
std::string read_string(const std::string& text, size_t& place) {
  std::string value;
  for (++place; place < text.size() && text[place] != '"'; ++place) {
    if (text[place] == '\\') ++place;
    value += text[place];
  }
  ++place;
  return value;
}

/// The arguments of an initializer, from after its brace: adjacent strings are concatenated; for
/// FW_TEXT(context, sentence) the sentence is returned. Other arguments are "".
std::vector<std::string> read_arguments(const std::string& text, size_t place) {
  std::vector<std::string> arguments(1);
  for (int depth = 0; place < text.size();) {
    const char letter = text[place];
    if (letter == '"') {
      arguments.back() += read_string(text, place);
      continue;
    }
    if (letter == '/' && text.compare(place, 2, "//") == 0) {
      place = text.find('\n', place);
      continue;
    }
    if (letter == '}' && depth == 0) break;
    if (letter == '(') ++depth;
    if (letter == ')') --depth;
    if (letter == ',' && depth > 0) arguments.back().clear();  // that was FW_TEXT's context
    if (letter == ',' && depth == 0) arguments.emplace_back();
    ++place;
  }
  return arguments;
}

/// "{count:value that is|values that are}" as "values that are".
std::string with_many(const std::string& sentence) {
  static const std::regex forms(R"(\{\w+:[^|}]*\|([^}]*)\})");
  return std::regex_replace(sentence, forms, "$1");
}

void find_in(const SourceFile& file, std::map<std::string, DeclaredError>& found) {
  std::string text;
  for (const std::string& line : file.lines) text += line + "\n";
  const std::string sign = "constexpr ErrorCode ";
  for (size_t place = text.find(sign); place != std::string::npos; place = text.find(sign, place + 1)) {
    const size_t brace = text.find_first_of("{;=(", place);
    if (brace == std::string::npos || text[brace] != '{') continue;
    const std::vector<std::string> arguments = read_arguments(text, brace + 1);
    if (arguments.size() >= 3) found[arguments[0]] = {with_many(arguments[1]), with_many(arguments[2])};
  }
}

/// Text that was added below an entry's generated lines, by code.
std::map<std::string, std::string> notes_of(const std::string& page) {
  std::map<std::string, std::string> notes;
  std::istringstream lines(page);
  std::string line, code;
  bool is_own = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("#")) {
      code = line.starts_with("### `") ? line.substr(5, line.size() - 6) : "";
      is_own = true;
    } else if (is_own && (line.empty() || line.starts_with("> ") || line.starts_with("What to do: "))) {
      continue;
    } else if (!code.empty()) {
      is_own = false;
      notes[code] += line + "\n";
    }
  }
  return notes;
}

}  // namespace

std::map<std::string, DeclaredError> declared_errors(const architecture::SourceTree& tree) {
  std::map<std::string, DeclaredError> found;
  for (const SourceFile& file : tree.files) {
    const bool is_program =
        file.path.starts_with("core/") || file.path.starts_with("app/") || file.path.starts_with("ui/");
    if (is_program && (file.extension() == ".h" || file.extension() == ".cpp")) find_in(file, found);
  }
  return found;
}

std::string errors_page(const std::map<std::string, DeclaredError>& errors, const std::string& written) {
  const std::map<std::string, std::string> notes = notes_of(written);
  std::string page =
      "# Errors and what to do\n\n"
      "Every message about an error has a code: it stands in brackets at the end of its line in the log, and "
      "in the answers of "
      "`framewright-cli --json`. Press the question mark beside a message to come to its entry here. Words "
      "in braces stand for "
      "what the message names: a file, a size, a reason.\n";
  std::string group;
  for (const auto& [code, error] : errors) {
    if (const std::string own = code.substr(0, code.find('.')); own != group) {
      group = own;
      page += "\n## " + group + "\n";
    }
    page += "\n### `" + code + "`\n\n> " + error.text + "\n";
    if (!error.hint.empty()) page += "\nWhat to do: " + error.hint + "\n";
    if (const auto note = notes.find(code); note != notes.end()) {
      const size_t end = note->second.find_last_not_of('\n');
      page += "\n" + note->second.substr(0, end + 1) + "\n";
    }
  }
  return page;
}

}  // namespace fw::documents
