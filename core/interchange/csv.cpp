// SPDX-License-Identifier: Apache-2.0
#include "interchange/csv.h"

#include <algorithm>
#include <array>

namespace fw::interchange {

/// True if there is more text, including in the next line.
bool CsvReader::has_text() {
  if (!text_.empty()) return true;
  if (!next_line_ || !next_line_(held_)) return false;
  text_ = held_;
  return !text_.empty();
}

void CsvReader::detect_separator() {
  if (!has_text()) return;
  const std::string_view line = text_.substr(0, text_.find_first_of("\r\n"));
  constexpr std::string_view said = "sep=";
  if (line.starts_with(said) && line.size() == said.size() + 1) {
    separator_ = line.back();
    text_.remove_prefix(std::min(text_.find('\n'), text_.size() - 1) + 1);
    ++line_;
    return;
  }
  bool is_quoted = false;
  std::array<size_t, 3> counts{};
  constexpr std::string_view separators = ",;\t";
  for (const char c : line) {
    if (c == '"') is_quoted = !is_quoted;
    if (const size_t at = separators.find(c); !is_quoted && at != separators.npos) ++counts[at];
  }
  if (counts[0] == 0 && counts[1] + counts[2] > 0) separator_ = counts[1] >= counts[2] ? ';' : '\t';
}

std::string CsvReader::take_quoted() {
  std::string cell;
  text_.remove_prefix(1);
  for (;;) {
    const size_t length = std::min(text_.find('"'), text_.size());
    const std::string_view piece = text_.substr(0, length);
    line_ += std::ranges::count(piece, '\n');
    cell += piece;
    text_.remove_prefix(length);
    if (text_.empty()) {
      if (has_text()) continue;
      unclosed_quote_ = true;
      return cell;
    }
    text_.remove_prefix(1);
    if (!text_.starts_with('"')) return cell;
    cell += '"';
    text_.remove_prefix(1);
  }
}

std::string CsvReader::take_cell() {
  std::string cell;
  // Some programs write a blank between a comma and a quote.
  const std::string_view blank = separator_ == '\t' ? " " : " \t";
  const size_t blanks = std::min(text_.find_first_not_of(blank), text_.size());
  if (text_.substr(blanks).starts_with('"')) {
    text_.remove_prefix(blanks);
    cell = take_quoted();
  }
  // Text after a closing quote belongs to the cell, as in spreadsheets.
  const std::array ends{separator_, '\n', '\0'};
  std::string_view rest = text_.substr(0, text_.find_first_of(ends.data()));
  text_.remove_prefix(rest.size());
  if (!text_.starts_with(separator_) && rest.ends_with('\r')) rest.remove_suffix(1);
  return cell.append(rest);
}

std::optional<CsvRow> CsvReader::next() {
  while (has_text() && (text_.starts_with('\n') || text_.starts_with("\r\n"))) {
    text_.remove_prefix(text_.front() == '\n' ? 1 : 2);
    ++line_;
  }
  if (text_.empty()) return std::nullopt;
  CsvRow row{.line = line_};
  for (;;) {
    row.cells.push_back(take_cell());
    if (!text_.starts_with(separator_)) break;
    text_.remove_prefix(1);
  }
  if (text_.starts_with('\n')) {
    text_.remove_prefix(1);
    ++line_;
  }
  return row;
}

std::string csv_cell(std::string_view value) {
  const bool has_blanks = value.starts_with(' ') || value.starts_with('\t') || value.ends_with(' ');
  if (!has_blanks && value.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(value);
  std::string cell = "\"";
  for (const char c : value) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

}  // namespace fw::interchange
