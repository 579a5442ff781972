// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"
#include "text/t5_tokenizer.h"

// The input is a spiece.model.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const fuzz::Folder folder;
  folder.write("spiece.model", fuzz::text_of(data, size));
  fuzz::goes_through({"text."}, [] {
    const auto tokenizer = fw::text::T5Tokenizer::open(folder.path);
    for (const std::string_view text :
         {std::string_view(), std::string_view("A goat \xef\xbd\x87\xc3\xbc dances </s>\tin the  rain"),
          std::string_view("\xff\x00\x80 \xf0\x9f\x98\x80", 8)}) {
      const auto tokens = tokenizer.encode(text, 16);
      fuzz::require(tokens.ids.size() == 16 && tokens.mask.size() == 16, "as long as asked");
      fuzz::require(std::ranges::all_of(tokens.ids, [](int64_t id) { return id >= 0; }), "ids are rows");
      fuzz::require(tokenizer.count(text, 16).tokens >= 1, "the end counts");
    }
  });
  return 0;
}
