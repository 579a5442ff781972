// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "project/bucket_plan.h"
#include "project/token_counts.h"
#include "workflow/caption_tokens.h"

namespace fw::ui {

/// Finds captions longer than the project's model reads. Thread: one at a time.
class CaptionTokens {
 public:
  /// Empty without a chosen model or its tokenizer.
  project::TokenCounts count(const project::Project& project, const std::stop_token& stop);

 private:
  workflow::CaptionTokenizers m_tokenizers;
  project::ChosenModel m_model;  // the tokenizers' model
};

}  // namespace fw::ui
