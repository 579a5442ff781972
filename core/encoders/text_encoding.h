// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "encoders/t5_encoder.h"
#include "run/run_settings.h"
#include "text/t5_tokenizer.h"

namespace fw::encoders {

using run::TextEncoderPlace;

/// The text encoder of a model folder with its tokenizer, at its place. Thread: one at a time.
class TextEncoding {
 public:
  /// @param prompts  about how many will be encoded: for many, streamed weights are kept page-locked
  /// @throws as load_text_encoder; text.* for the tokenizer
  TextEncoding(const std::filesystem::path& model_folder, torch::Dtype dtype, torch::Device device,
               TextEncoderPlace place, size_t prompts, const std::stop_token& stop);

  /// @return [B, max_tokens, D] where it was computed @throws fw::Cancelled
  torch::Tensor encode(const std::vector<std::string>& prompts, int64_t max_tokens);

 private:
  torch::Device device_;
  std::optional<text::T5Tokenizer> tokenizer_;  // none in a dry run
  std::unique_ptr<T5Encoder> encoder_;
  nn::BlockRunner runner_;
};

/// From a model folder. @throws as nn::load_component. Thread: any.
std::unique_ptr<T5Encoder> load_text_encoder(const std::filesystem::path& model_folder, torch::Dtype dtype,
                                             torch::Device device, const std::stop_token& stop = {});

/// Texts to embeddings as the CogVideoX pipelines do it: padded, and without an attention mask.
/// @return [B, max_tokens, D] in the encoder's dtype
torch::Tensor encode_prompts(T5Encoder& encoder, const text::T5Tokenizer& tokenizer,
                             const std::vector<std::string>& prompts, int64_t max_tokens,
                             torch::Device device, const nn::BlockRunner& runner = {});

/// What a dry run does instead: it has no tokenizer and needs none. @param device  that computes
torch::Tensor dry_run_prompts(T5Encoder& encoder, size_t count, int64_t max_tokens, torch::Device device,
                              const nn::BlockRunner& runner);

}  // namespace fw::encoders
