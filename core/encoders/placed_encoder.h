// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "catalog/catalog.h"
#include "encoders/text_encoders.h"
#include "nn/block_runner.h"
#include "text/tokenizer.h"

namespace fw::encoders {

/// Token numbers of prompts and where they are not padding, both int64 [B, L] on the device that encodes.
struct TokenBatch {
  torch::Tensor ids, mask;
};

/// How an encoder's blocks may be streamed.
struct EncoderBlocks {
  std::string list;                         ///< path of the list
  std::vector<std::string> always_there{};  ///< as in memory::StreamingOptions
};

/// A tokenizer, and what runs its encoder's blocks: on the device, from host memory block by block, or on the
/// CPU. Thread: one at a time.
class EncoderRun {
 public:
  /// @param prompts  about how many will be encoded: for many, streamed weights are kept page-locked
  /// @throws fw::Error text.* for the tokenizer, which a dry run does without
  EncoderRun(const catalog::ModelSource& model, const catalog::EncoderSpec& spec, TextEncoderPlace place,
             size_t prompts, const nn::ComponentOptions& options);

  /// With the weights where they are needed first. @throws as nn::load_component
  template <class Encoder, class Config>
  std::unique_ptr<Encoder> load(const EncoderBlocks& blocks) {
    auto encoder = nn::load_component<Encoder, Config>(folder_, options_);
    place_blocks(*encoder, blocks);
    return encoder;
  }
  /// @param length  tokens of each prompt. In a dry run the values mean nothing.
  TokenBatch tokens(const std::vector<std::string>& prompts, int64_t length) const;
  const nn::BlockRunner& runner() const { return runner_; }

 private:
  void place_blocks(nn::Module& encoder, const EncoderBlocks& blocks);

  std::filesystem::path folder_;
  TextEncoderPlace place_;
  size_t prompts_;
  torch::Device device_;
  nn::ComponentOptions options_;
  std::unique_ptr<text::Tokenizer> tokenizer_;  // none in a dry run
  nn::BlockRunner runner_;
};

}  // namespace fw::encoders
