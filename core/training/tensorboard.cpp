// SPDX-License-Identifier: Apache-2.0
#include "training/tensorboard.h"

#include <unistd.h>

#include <array>
#include <bit>
#include <chrono>
#include <cstring>

#include "base/error.h"
#include "base/paths.h"

namespace fw::training {

namespace {

constexpr ErrorCode not_writable{
    "training.tensorboard", FW_TEXT("errors", "A TensorBoard file cannot be written in {folder}."),
    FW_TEXT("errors", "Check the folder's permissions and space, or set metrics.tensorboard = false.")};

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

template <typename Number>
void append(std::string& out, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

// Protocol buffers: a field is its number and wire type, then its value.
void append_varint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}
void append_key(std::string& out, int field, int wire_type) {
  append_varint(out, static_cast<uint64_t>(field << 3 | wire_type));
}
void append_bytes(std::string& out, int field, std::string_view bytes) {
  append_key(out, field, 2);
  append_varint(out, bytes.size());
  out += bytes;
}

constexpr std::array<uint32_t, 256> crc_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0x82f63b78 : crc >> 1;
    table[i] = crc;
  }
  return table;
}

double now_s() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

uint32_t masked_crc32c(std::string_view bytes) {
  static constexpr auto table = crc_table();
  uint32_t crc = 0xffffffff;
  for (const char c : bytes) crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ crc >> 8;
  crc = ~crc;
  return (crc >> 15 | crc << 17) + 0xa282ead8;
}

TensorboardWriter::TensorboardWriter(const std::filesystem::path& folder) : folder_(folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const double now = now_s();
  char name[96];
  std::snprintf(name, sizeof name, "events.out.tfevents.%010lld.framewright.%d", static_cast<long long>(now),
                ::getpid());
  stream_.open(folder / name, std::ios::binary | std::ios::app);
  if (!stream_) throw Error(not_writable, {{"folder", to_utf8(folder)}});
  std::string event;
  append_key(event, 1, 1);  // wall_time
  append(event, now);
  append_bytes(event, 3, "brain.Event:2");  // file_version
  record(event);
}

void TensorboardWriter::scalar(std::string_view tag, int64_t step, double value, double time_s) {
  std::string entry;  // Summary.Value
  append_bytes(entry, 1, tag);
  append_key(entry, 2, 5);  // simple_value
  append(entry, static_cast<float>(value));
  std::string summary;
  append_bytes(summary, 1, entry);
  std::string event;
  append_key(event, 1, 1);
  append(event, time_s);
  append_key(event, 2, 0);  // step
  append_varint(event, static_cast<uint64_t>(step));
  append_bytes(event, 5, summary);
  record(event);
}

void TensorboardWriter::restart(int64_t step, double time_s) {
  std::string session;
  append_key(session, 1, 0);  // SessionLog.status
  append_varint(session, 1);  // START
  std::string event;
  append_key(event, 1, 1);
  append(event, time_s);
  append_key(event, 2, 0);
  append_varint(event, static_cast<uint64_t>(step));
  append_bytes(event, 7, session);
  record(event);
}

void TensorboardWriter::flush() {
  if (!stream_.flush()) throw Error(not_writable, {{"folder", to_utf8(folder_)}});
}

void TensorboardWriter::record(const std::string& message) {
  std::string length;
  append(length, static_cast<uint64_t>(message.size()));
  std::string frame = length;
  append(frame, masked_crc32c(length));
  frame += message;
  append(frame, masked_crc32c(message));
  stream_.write(frame.data(), static_cast<std::streamsize>(frame.size()));
}

}  // namespace fw::training
