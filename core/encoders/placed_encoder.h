// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "catalog/catalog.h"
#include "encoders/text_encoders.h"
#include "nn/block_runner.h"
#include "text/tokenizer.h"

namespace fw::encoders {

/// Token ids of prompts and their mask without padding, both int64 [B, L] on the device that encodes.
struct TokenBatch {
  torch::Tensor ids, mask;
};

/// Which blocks of an encoder can be streamed.
struct EncoderBlocks {
  std::string list;                         ///< path of the list
  std::vector<std::string> always_there{};  ///< as in memory::StreamingOptions
};

/// A tokenizer, and the runner for its encoder's blocks: on the device, streamed from host memory, or on the
/// CPU. Thread: one at a time.
class EncoderRun {
 public:
  /// @param prompts  roughly how many will be encoded: for many, streamed weights are page-locked
  /// @throws fw::Error text.* for the tokenizer, which a dry run does not need
  EncoderRun(const catalog::ModelSource& model, const catalog::EncoderSpec& spec, TextEncoderPlace place,
             size_t prompts, const nn::ComponentOptions& options);

  /// Loads the encoder with its weights where they are needed first. @throws as nn::load_component
  template <class Encoder, class Config>
  std::unique_ptr<Encoder> load(const EncoderBlocks& blocks) {
    auto encoder = nn::load_component<Encoder, Config>(folder_, options_);
    place_blocks(*encoder, blocks);
    return encoder;
  }
  /// @param length  tokens of each prompt. In a dry run the values are meaningless.
  TokenBatch tokens(const std::vector<std::string>& prompts, int64_t length) const;
  const nn::BlockRunner& runner() const { return runner_; }

 private:
  void place_blocks(nn::Module& encoder, const EncoderBlocks& blocks);

  std::filesystem::path folder_;
  TextEncoderPlace place_;
  size_t prompts_;
  torch::Device device_;
  nn::ComponentOptions options_;
  std::unique_ptr<text::Tokenizer> tokenizer_;  // null in a dry run
  nn::BlockRunner runner_;
};

}  // namespace fw::encoders
