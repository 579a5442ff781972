// SPDX-License-Identifier: Apache-2.0
#include "base/line_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/paths.h"

namespace fw {

namespace {

constexpr ErrorCode list_unreadable{
    "base.read_failed", FW_TEXT("errors", "{file} could not be read: {reason}."),
    FW_TEXT("errors", "Check that the file exists and that you have permission to read it."), Blame::input};
constexpr size_t block_bytes = 1 << 16;
constexpr size_t most_line_bytes = 64 << 20;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

LineReader::LineReader(std::filesystem::path file) : file_(std::move(file)) {
  // Non-blocking, so that a named pipe is rejected below instead of waiting for a writer.
  descriptor_ = ::open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status {};
  const char* why = nullptr;
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0)
    why = std::strerror(errno);
  else if (!S_ISREG(status.st_mode))
    why = S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a file";
  if (why == nullptr) return;
  if (descriptor_ >= 0) ::close(descriptor_);
  fail(why);
}

LineReader::~LineReader() {
  ::close(descriptor_);
}

void LineReader::fail(const char* reason) const {
  throw Error(list_unreadable, {{"file", to_utf8(file_)}, {"reason", reason}});
}

bool LineReader::fill() {
  buffer_.resize(block_bytes);
  at_ = 0;
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, buffer_.data(), buffer_.size());
  } while (count < 0 && errno == EINTR);
  buffer_.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  if (count < 0) fail(std::strerror(errno));
  if (std::exchange(is_start_, false))
    if (const TextEncoding encoding = text_encoding(buffer_); encoding != TextEncoding::utf8)
      decoder_.emplace(encoding);
  if (!decoder_) return count > 0;
  std::string text;
  decoder_->add(buffer_, text);
  if (count == 0) decoder_->finish(text);
  buffer_ = std::move(text);
  return count > 0 || !buffer_.empty();
}

bool LineReader::next(std::string& line) {
  line.clear();
  for (;;) {
    if (at_ == buffer_.size() && !fill()) break;
    const size_t end = std::min(buffer_.find('\n', at_), buffer_.size() - 1) + 1;
    line.append(buffer_, at_, end - at_);
    at_ = end;
    if (line.ends_with('\n')) break;
    if (line.size() > most_line_bytes) fail("a line has more than 64 MiB");
  }
  if (line.empty()) return false;
  if (lines_++ == 0 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  return true;
}

std::string_view without_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace fw
