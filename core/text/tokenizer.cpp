// SPDX-License-Identifier: Apache-2.0
#include "text/tokenizer.h"

#include "base/paths.h"
#include "text/byt5_tokenizer.h"
#include "text/byte_level_tokenizer.h"
#include "text/t5_tokenizer.h"
#include "text/tokenizer_errors.h"

namespace fw::text {

std::unique_ptr<Tokenizer> open_tokenizer(const std::filesystem::path& folder) {
  const auto has = [&](const char* file) { return std::filesystem::is_regular_file(folder / file); };
  if (has("spiece.model")) return std::make_unique<T5Tokenizer>(T5Tokenizer::open(folder));
  if (has("tokenizer.json") || (has("vocab.json") && has("merges.txt")))
    return std::make_unique<ByteLevelTokenizer>(ByteLevelTokenizer::open(folder));
  if (Byt5Tokenizer::is_in(folder)) return std::make_unique<Byt5Tokenizer>(Byt5Tokenizer::open(folder));
  throw Error(no_tokenizer, {{"folder", to_utf8(folder)}});
}

bool has_sentencepiece() {
#ifdef FW_SENTENCEPIECE
  return true;
#else
  return false;
#endif
}

}  // namespace fw::text
