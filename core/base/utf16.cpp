// SPDX-License-Identifier: Apache-2.0
#include "base/utf16.h"

#include <algorithm>
#include <array>

namespace fw {

namespace {

void append_utf8(uint32_t code, std::string& utf8) {
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr std::array<uint32_t, 4> marks{0x00, 0xc0, 0xe0, 0xf0};
  utf8 += static_cast<char>(marks[static_cast<size_t>(more)] | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) utf8 += static_cast<char>(0x80 | (code >> (6 * i) & 0x3f));
}

}  // namespace

TextEncoding text_encoding(std::string_view start) {
  if (start.starts_with("\xff\xfe")) return TextEncoding::utf16_little;
  if (start.starts_with("\xfe\xff")) return TextEncoding::utf16_big;
  const size_t pairs = std::min<size_t>(start.size(), 512) / 2;
  size_t firsts = 0, seconds = 0;
  for (size_t i = 0; i < pairs; ++i) {
    firsts += start[2 * i] == '\0' ? 1 : 0;
    seconds += start[2 * i + 1] == '\0' ? 1 : 0;
  }
  if (pairs < 2) return TextEncoding::utf8;
  // UTF-8 has at most a few zero bytes, on both sides.
  if (firsts == 0 && 2 * seconds >= pairs) return TextEncoding::utf16_little;
  if (seconds == 0 && 2 * firsts >= pairs) return TextEncoding::utf16_big;
  return TextEncoding::utf8;
}

void Utf16Decoder::add(std::string_view bytes, std::string& utf8) {
  for (const char c : bytes) {
    const int byte = static_cast<unsigned char>(c);
    if (first_ < 0) {
      first_ = byte;
      continue;
    }
    add_unit(static_cast<uint32_t>(big_ ? first_ << 8 | byte : byte << 8 | first_), utf8);
    first_ = -1;
  }
}

void Utf16Decoder::add_unit(uint32_t unit, std::string& utf8) {
  const bool is_second = unit >= 0xdc00 && unit < 0xe000;
  if (high_ != 0 && is_second) {
    append_utf8(0x10000 + ((high_ - 0xd800) << 10) + (unit - 0xdc00), utf8);
    high_ = 0;
    return;
  }
  if (high_ != 0) append_utf8(high_, utf8);
  high_ = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
  if (high_ == 0) append_utf8(unit, utf8);
}

void Utf16Decoder::finish(std::string& utf8) {
  if (high_ != 0) append_utf8(high_, utf8);
  if (first_ >= 0) utf8 += '\xff';
  high_ = 0;
  first_ = -1;
}

std::string decoded_text(std::string bytes) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (const TextEncoding encoding = text_encoding(bytes); encoding != TextEncoding::utf8) {
    std::string utf8;
    Utf16Decoder decoder(encoding);
    decoder.add(bytes, utf8);
    decoder.finish(utf8);
    bytes = std::move(utf8);
  }
  if (bytes.starts_with(mark)) bytes.erase(0, mark.size());
  return bytes;
}

}  // namespace fw
