// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/error.h"

/// Shared by the fuzz targets. A target calls abort() when a parser violates its contract.
namespace fuzz {

inline std::string_view text_of(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

/// Whether `work` succeeded. It may only throw an fw::Error whose code begins with one of `codes`.
template <typename Work>
bool goes_through(std::initializer_list<std::string_view> codes, Work&& work) {
  try {
    work();
    return true;
  } catch (const fw::Error& error) {
    const std::string& code = error.fault().code;
    const bool is_known = std::any_of(codes.begin(), codes.end(),
                                      [&](std::string_view each) { return code.starts_with(each); });
    if (!is_known) std::fprintf(stderr, "%s: %s\n", code.c_str(), error.what());
    require(is_known, "only the stated errors");
    return false;
  }
}

/// Removes and returns the text up to the next line "===".
inline std::string_view take_part(std::string_view& text) {
  constexpr std::string_view border = "\n===\n";
  const size_t end = text.find(border);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + border.size());
  return part;
}

/// A temporary folder, in memory if possible, removed at exit.
class Folder {
 public:
  Folder() {
    const std::filesystem::path memory = "/dev/shm";
    std::error_code error;
    std::string name =
        ((std::filesystem::is_directory(memory, error) ? memory : std::filesystem::temp_directory_path()) /
         "framewright-fuzz-XXXXXX")
            .string();
    require(::mkdtemp(name.data()) != nullptr, "a temporary folder");
    path = name;
  }
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path write(const std::filesystem::path& name, std::string_view text) const {
    const std::filesystem::path file = path / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    require(stream.good(), "a temporary file");
    return file;
  }

  std::filesystem::path path;
};

}  // namespace fuzz
