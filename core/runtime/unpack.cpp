// SPDX-License-Identifier: Apache-2.0
#include "runtime/unpack.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/paths.h"
#include "download/download_errors.h"
#include "runtime/runtime_errors.h"

namespace fw::runtime {

namespace fs = std::filesystem;

namespace {

struct Close {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

bool matches(const std::string& name, const std::string& pattern) {
  return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

/// Only below lib/: Python modules are shared libraries, too.
bool is_wanted(const std::string& name, const std::vector<std::string>& without) {
  const bool is_library = matches(name, "*/lib/*.so") || matches(name, "*/lib/*.so.*");
  const bool is_python = matches(name, "*/libtorch_python.so");
  return is_library && !is_python &&
         std::ranges::none_of(without, [&](const std::string& pattern) { return matches(name, pattern); });
}

bool stays_inside(const std::string& name) {
  const fs::path path(name);
  return path.is_relative() && std::ranges::none_of(path, [](const fs::path& part) { return part == ".."; });
}

/// A file being written.
class Output {
 public:
  explicit Output(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    fs::create_directories(path_.parent_path(), error);
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
    if (descriptor_ < 0) fail();
  }
  ~Output() { ::close(descriptor_); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(const char* bytes, size_t size) {
    while (size > 0) {
      const ssize_t written = ::write(descriptor_, bytes, size);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      bytes += written;
      size -= static_cast<size_t>(written);
    }
  }

 private:
  [[noreturn]] void fail() const {
    throw Error(download::write_failed, {{"file", to_utf8(path_)}, {"reason", std::strerror(errno)}});
  }
  fs::path path_;
  int descriptor_ = -1;
};

}  // namespace

void unpack_libraries(const fs::path& wheel, const fs::path& folder, const std::vector<std::string>& without,
                      const std::stop_token& stop) {
  const auto fail = [&](const std::string& reason) {
    throw Error(bad_wheel, {{"file", to_utf8(wheel)}, {"reason", reason}});
  };
  int error = 0;
  const std::unique_ptr<zip_t, Close> archive(zip_open(wheel.c_str(), ZIP_RDONLY, &error));
  if (!archive) {
    zip_error_t what;
    zip_error_init_with_code(&what, error);
    const std::string reason = zip_error_strerror(&what);
    zip_error_fini(&what);
    fail(reason);
  }
  std::vector<char> bytes(size_t{1} << 20);
  for (zip_int64_t i = 0; i < zip_get_num_entries(archive.get(), 0); ++i) {
    const char* const entry = zip_get_name(archive.get(), static_cast<zip_uint64_t>(i), 0);
    const std::string name = entry != nullptr ? entry : "";
    if (!is_wanted(name, without)) continue;
    if (!stays_inside(name)) fail(name + " would leave the folder");
    const std::unique_ptr<zip_file_t, Close> in(
        zip_fopen_index(archive.get(), static_cast<zip_uint64_t>(i), 0));
    if (!in) fail(zip_strerror(archive.get()));
    Output out(folder / name);
    for (zip_int64_t count = 0; (count = zip_fread(in.get(), bytes.data(), bytes.size())) != 0;) {
      if (stop.stop_requested()) throw Cancelled();
      if (count < 0) fail(zip_file_strerror(in.get()));  // including a wrong checksum
      out.write(bytes.data(), static_cast<size_t>(count));
    }
  }
}

}  // namespace fw::runtime
