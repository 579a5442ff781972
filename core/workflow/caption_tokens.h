// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model_files/prompt_tokenizers.h"
#include "project/check.h"

namespace fw::workflow {

/// A model's tokenizers for captions. Thread: any, also several at once.
class CaptionTokenizers : public model_files::PromptTokenizers {
 public:
  using PromptTokenizers::PromptTokenizers;
  /// Counts for the encoder that leaves most of the text unread. @pre not empty
  project::CaptionTokens least_read(std::string_view text) const;
};

}  // namespace fw::workflow
