// SPDX-License-Identifier: Apache-2.0
#include "text/byt5_tokenizer.h"

#include <algorithm>
#include <charconv>

#include "base/json_text.h"
#include "base/paths.h"
#include "text/tokenizer_errors.h"
#include "text/unicode.h"

namespace fw::text {

namespace {

constexpr int64_t padding = 0, end_token = 1;
constexpr int64_t first_byte = 3;  // after padding, end and unknown
constexpr const char* configuration = "tokenizer_config.json";

/// The places of a text's first character that is not white space, and behind its last one; its end and its
/// beginning if there is none.
struct Inner {
  size_t begin = 0, end = 0;
};
Inner inner_of(std::string_view text) {
  const Characters all = characters(text, 0, Form::as_is);
  Inner inner{text.size(), 0};
  for (size_t i = 0; i < all.letters.size(); ++i) {
    if (is_space(all.letters[i])) continue;
    inner.begin = std::min(inner.begin, all.begins[i]);
    inner.end = i + 1 < all.begins.size() ? all.begins[i + 1] : text.size();
  }
  return inner;
}

}  // namespace

bool Byt5Tokenizer::is_in(const std::filesystem::path& folder) {
  return std::filesystem::is_regular_file(folder / configuration) &&
         read_json(folder / configuration).value("tokenizer_class", "") == "ByT5Tokenizer";
}

Byt5Tokenizer Byt5Tokenizer::open(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / configuration;
  Tokens tokens;
  const nlohmann::json config = read_json(file);
  try {
    for (const auto& [number, token] : config.at("added_tokens_decoder").items()) {
      Added added{0, token.value("lstrip", false), token.value("rstrip", false)};
      const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), added.id);
      const auto content = token.at("content").get<std::string>();
      if (error != std::errc() || end != number.data() + number.size() || content.empty())
        throw Error(bad_tokenizer, {{"file", to_utf8(file)}, {"reason", "token " + number + " is broken"}});
      tokens[content] = added;
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(bad_tokenizer, {{"file", to_utf8(file)}, {"reason", error.what()}});
  }
  return Byt5Tokenizer(std::move(tokens));
}

std::vector<Byt5Tokenizer::Piece> Byt5Tokenizer::pieces_of(std::string_view text) const {
  std::vector<Piece> pieces;
  size_t plain = 0;          // start of the text not consumed by tokens
  bool strips_left = false;  // white space at `plain` belongs to the token before it
  const auto add_bytes = [&](size_t end, bool strips_right) {
    const std::string_view bytes = text.substr(plain, end - plain);
    const Inner inner = inner_of(bytes);
    const size_t from = strips_left ? inner.begin : 0, to = strips_right ? inner.end : bytes.size();
    for (size_t i = from; i < to; ++i)
      pieces.push_back({static_cast<unsigned char>(bytes[i]) + first_byte, plain + i});
  };
  for (size_t at = 0; at < text.size();) {
    const auto found = std::ranges::find_if(
        tokens_, [&](const auto& token) { return text.substr(at).starts_with(token.first); });
    if (found == tokens_.end()) {
      ++at;
      continue;
    }
    add_bytes(at, found->second.strips_left);
    pieces.push_back({found->second.id, at});
    at += found->first.size();
    plain = at;
    strips_left = found->second.strips_right;
  }
  add_bytes(text.size(), false);
  return pieces;
}

TokenIds Byt5Tokenizer::encode(std::string_view text, int64_t max_length) const {
  std::vector<Piece> pieces = pieces_of(text);
  const auto length = static_cast<size_t>(max_length);
  if (pieces.size() + 1 > length) pieces.resize(length - 1);
  TokenIds tokens;
  for (const Piece& piece : pieces) tokens.ids.push_back(piece.id);
  if (tokens.ids.empty() || tokens.ids.back() != end_token) tokens.ids.push_back(end_token);
  tokens.mask.assign(tokens.ids.size(), 1);
  tokens.ids.resize(length, padding);
  tokens.mask.resize(length, 0);
  return tokens;
}

TokenCount Byt5Tokenizer::count(std::string_view text, int64_t max_length) const {
  const std::vector<Piece> pieces = pieces_of(text);
  const auto room = static_cast<size_t>(std::max<int64_t>(0, max_length - 1));
  const bool ends = !pieces.empty() && pieces.back().id == end_token;
  return {std::ssize(pieces) + (ends ? 0 : 1), pieces.size() > room ? pieces[room].begin : text.size()};
}

}  // namespace fw::text
