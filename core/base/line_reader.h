// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/utf16.h"

namespace fw {

/// Reads a text file line by line, so that it may be larger than the memory; UTF-16 becomes UTF-8. Thread: one
/// at a time. Memory: the longest line.
class LineReader {
 public:
  /// @throws fw::Error base.read_failed, also for folders, devices and pipes
  explicit LineReader(std::filesystem::path file);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Reads the next line into `line`, including its line end; removes a byte order mark from the first one.
  /// @return false at the end of the file
  /// @throws fw::Error base.read_failed, also for lines of more than 64 MiB
  bool next(std::string& line);
  int64_t lines() const { return lines_; }  ///< returned by next() so far

 private:
  bool fill();
  [[noreturn]] void fail(const char* reason) const;

  const std::filesystem::path file_;
  int descriptor_ = -1;
  std::string buffer_;
  size_t at_ = 0;  // in buffer_
  int64_t lines_ = 0;
  std::optional<Utf16Decoder> decoder_;  // none: UTF-8
  bool is_start_ = true;
};

/// A line without its trailing "\n" or "\r\n".
std::string_view without_line_end(std::string_view line);

}  // namespace fw
