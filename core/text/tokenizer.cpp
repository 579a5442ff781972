// SPDX-License-Identifier: Apache-2.0
#include "text/tokenizer.h"

#include "text/t5_tokenizer.h"

namespace fw::text {

std::unique_ptr<Tokenizer> open_tokenizer(const std::filesystem::path& folder) {
  return std::make_unique<T5Tokenizer>(T5Tokenizer::open(folder));
}

bool has_sentencepiece() {
#ifdef FW_SENTENCEPIECE
  return true;
#else
  return false;
#endif
}

}  // namespace fw::text
