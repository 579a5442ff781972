// SPDX-License-Identifier: Apache-2.0
#include "text/tokenizer.h"
#include "fuzz.h"

// The input is a spiece.model, or two parts: tokenizer.json and tokenizer_config.json.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const fuzz::Folder folder;
  std::filesystem::remove(folder.path / "spiece.model");
  std::filesystem::remove(folder.path / "tokenizer.json");
  std::string_view text = fuzz::text_of(data, size);
  const std::string_view first = fuzz::take_part(text);
  const bool is_json = text.data() != nullptr && first.starts_with("{");
  folder.write(is_json ? "tokenizer.json" : "spiece.model", is_json ? first : fuzz::text_of(data, size));
  if (is_json) folder.write("tokenizer_config.json", text);
  fuzz::goes_through({"text.", "base.bad_json"}, [] {
    const auto tokenizer = fw::text::open_tokenizer(folder.path);
    for (const std::string_view text :
         {std::string_view(), std::string_view("A goat \xef\xbd\x87\xc3\xbc dances </s>\tin the  rain"),
          std::string_view("\xff\x00\x80 \xf0\x9f\x98\x80", 8)}) {
      const auto tokens = tokenizer->encode(text, 16);
      fuzz::require(tokens.ids.size() == 16 && tokens.mask.size() == 16, "as long as asked");
      fuzz::require(std::ranges::all_of(tokens.ids, [](int64_t id) { return id >= 0; }), "ids are rows");
      fuzz::require(tokenizer->count(text, 16).kept_bytes <= text.size(), "what is kept is of the text");
    }
  });
  return 0;
}
