// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fw::interchange {

struct CsvRow {
  int64_t line = 0;  ///< first line, from 1
  std::vector<std::string> cells{};
};

/// Reads comma-separated values according to RFC 4180, row by row: quoted cells may contain commas, quotes
/// and line ends; rows end with \n or \r\n; empty lines are skipped. Thread: one at a time. Cost: O(size)
/// in total.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}
  /// @param next_line  reads the next line with its end into the string; false at the end
  explicit CsvReader(std::function<bool(std::string&)> next_line) : next_line_(std::move(next_line)) {}
  CsvReader(const CsvReader&) = delete;  // text_ may point into held_
  CsvReader& operator=(const CsvReader&) = delete;
  /// Takes semicolons or tabs as separators if the first line has no comma outside quotes, as spreadsheets of
  /// many languages write; skips Excel's line "sep=;". Call before the first row.
  void detect_separator();
  /// The next row, or nullopt at the end.
  std::optional<CsvRow> next();
  /// True if the last row ended inside a quoted cell: the file is truncated or a quote is missing.
  bool unclosed_quote() const { return unclosed_quote_; }

 private:
  std::string take_cell();
  std::string take_quoted();
  bool has_text();

  std::function<bool(std::string&)> next_line_;
  std::string held_;
  std::string_view text_;
  int64_t line_ = 1;
  char separator_ = ',';
  bool unclosed_quote_ = false;
};

/// Formats a cell for CsvReader: quoted if necessary.
std::string csv_cell(std::string_view value);

}  // namespace fw::interchange
