// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>

#include "project/token_counts.h"

namespace fw::text {
class Tokenizer;
}

namespace fw::ui {

/// Counts the captions that the project's model does not read to their end. Thread: one at a time.
class CaptionTokens {
 public:
  /// No news where no model is chosen or it has no tokenizer.
  project::TokenCounts count(const project::Project& project, const std::stop_token& stop);

 private:
  std::shared_ptr<text::Tokenizer> m_tokenizer;
  std::filesystem::path m_folder;  // its
};

}  // namespace fw::ui
