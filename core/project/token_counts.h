// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "dataset/caption_texts.h"
#include "project/check.h"
#include "project/project.h"

namespace fw::project {

/// Identifies how the tokens of captions are counted.
struct TokenCounter {
  std::string name{};  ///< of tokenizers and limits: counts under another name are recomputed
  int64_t limit = 0;   ///< tokens that the model reads: shorter texts are not counted
  dataset::CaptionRules rules{};
  CountTokens count{};
};

/// Captions that are too long for the model: those that changed since they were last counted, or that were
/// counted with another counter.
struct TokenCounts {
  struct Caption {
    int64_t clip_id = 0;
    int64_t changed_ms = 0;
    bool is_long = false;
  };
  std::string counter{};
  std::vector<Caption> captions{};
  bool are_others = false;  ///< the project has counts from another counter
  bool is_news() const { return are_others || !captions.empty(); }
};
/// @throws fw::Cancelled. Thread: as Project. Cost: one look at each caption; tokenizes new long ones.
TokenCounts count_tokens(const Project& project, const TokenCounter& counter,
                         const std::stop_token& stop = {});

/// Stores the counts in the project, for the filter is:long; not part of the undo history.
void keep_token_counts(Project& project, const TokenCounts& counts);

}  // namespace fw::project
