// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fw {

enum class TextEncoding : uint8_t {
  utf8,  ///< or any other with one byte for each ASCII character
  utf16_little,
  utf16_big,
};

/// Recognises UTF-16 by its byte order mark, or by the zero bytes of its ASCII characters. Thread: any.
/// @param start  the first bytes of a text, at best some hundred
TextEncoding text_encoding(std::string_view start);

/// Converts UTF-16 to UTF-8 piece by piece. Half a pair or half a character becomes bytes that are not UTF-8,
/// so that damage is noticed. A byte order mark is kept. Thread: one at a time.
class Utf16Decoder {
 public:
  explicit Utf16Decoder(TextEncoding encoding) : big_(encoding == TextEncoding::utf16_big) {}
  void add(std::string_view bytes, std::string& utf8);
  void finish(std::string& utf8);

 private:
  void add_unit(uint32_t unit, std::string& utf8);

  bool big_;
  int first_ = -1;     ///< byte of an incomplete unit
  uint32_t high_ = 0;  ///< surrogate that awaits the second one
};

/// A whole text as UTF-8 without byte order mark, if it is UTF-16 or UTF-8; otherwise as it is. Thread: any.
std::string decoded_text(std::string bytes);

}  // namespace fw
