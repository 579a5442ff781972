// SPDX-License-Identifier: Apache-2.0
#include "text/t5_tokenizer.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "text/spiece_check.h"
#include "text/tokenizer_errors.h"

#ifdef FW_SENTENCEPIECE
#include <sentencepiece_processor.h>
#endif

namespace fw::text {

#ifdef FW_SENTENCEPIECE

struct T5Tokenizer::Model {
  sentencepiece::SentencePieceProcessor processor;
};

T5Tokenizer T5Tokenizer::open(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "spiece.model";
  if (!std::filesystem::is_regular_file(file)) throw Error(no_tokenizer, {{"folder", to_utf8(folder)}});
  const auto fail = [&](const std::string& reason) {
    throw Error(bad_tokenizer, {{"file", to_utf8(file)}, {"reason", reason}});
  };
  const std::string bytes = read_file(file, largest_tokenizer);
  auto model = std::make_unique<Model>();
  std::string problem = problem_of_spiece(bytes);
  if (!problem.empty()) fail(problem);
  try {
    const auto status = model->processor.LoadFromSerializedProto(bytes);
    if (!status.ok()) problem = status.ToString();
  } catch (const std::exception& error) {  // from the library's trie, for an empty piece
    problem = error.what();
  }
  if (!problem.empty()) fail(problem);
  if (model->processor.eos_id() < 0 || model->processor.pad_id() < 0) {
    fail("it has no end token or no padding token");
  }
  return T5Tokenizer(std::move(model));
}

TokenIds T5Tokenizer::encode(std::string_view text, int64_t max_length) const {
  std::vector<int> pieces;
  const auto status = model_->processor.Encode({text.data(), text.size()}, &pieces);
  if (!status.ok()) throw Error(bad_tokenizer, {{"file", "spiece.model"}, {"reason", status.ToString()}});
  const size_t length = static_cast<size_t>(max_length);
  TokenIds tokens;
  tokens.ids.assign(pieces.begin(), pieces.begin() + std::min(pieces.size(), length - 1));
  tokens.ids.push_back(model_->processor.eos_id());
  tokens.mask.assign(tokens.ids.size(), 1);
  tokens.ids.resize(length, model_->processor.pad_id());
  tokens.mask.resize(length, 0);
  return tokens;
}

TokenCount T5Tokenizer::count(std::string_view text, int64_t max_length) const {
  const auto pieces = model_->processor.EncodeAsImmutableProto({text.data(), text.size()});
  const size_t kept = static_cast<size_t>(max_length) - 1;
  TokenCount count{static_cast<int64_t>(pieces.pieces_size()) + 1, text.size()};
  // Offsets refer to the given text, before the normaliser.
  if (pieces.pieces_size() > kept) count.kept_bytes = pieces.pieces(static_cast<int>(kept)).begin();
  return count;
}

#else

namespace {

constexpr ErrorCode without_sentencepiece{
    "text.without_sentencepiece",
    FW_TEXT("errors",
            "This build cannot tokenize prompts, because it was built without the SentencePiece library."),
    FW_TEXT("errors", "Install libsentencepiece-dev and build again, or give encoded prompts.")};

}  // namespace

struct T5Tokenizer::Model {};

T5Tokenizer T5Tokenizer::open(const std::filesystem::path&) {
  throw Error(without_sentencepiece);
}

TokenIds T5Tokenizer::encode(std::string_view, int64_t) const {
  throw Error(without_sentencepiece);
}

TokenCount T5Tokenizer::count(std::string_view, int64_t) const {
  throw Error(without_sentencepiece);
}

#endif

T5Tokenizer::T5Tokenizer(std::unique_ptr<Model> model) : model_(std::move(model)) {}
T5Tokenizer::T5Tokenizer(T5Tokenizer&&) noexcept = default;
T5Tokenizer::~T5Tokenizer() = default;

}  // namespace fw::text
