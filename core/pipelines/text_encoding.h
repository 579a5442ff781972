// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pipelines/components.h"

namespace fw::pipelines {

/// Where prompts are encoded.
enum class TextEncoderPlace {
  device = 1,
  streamed,  ///< on the device, its blocks brought there one after the other: a tenth of the memory
  cpu,       ///< with the CPU's rounding
};

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
  std::optional<text::T5Tokenizer> tokenizer_;  // none in a rehearsal
  std::unique_ptr<models::T5Encoder> encoder_;
  nn::BlockRunner runner_;
};

}  // namespace fw::pipelines
