// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "project/check.h"
#include "project/project.h"

namespace fw::project {

/// What counts the tokens of captions.
struct TokenCounter {
  std::string name{};  ///< of tokenizers and limits: what another one counted is counted again
  int64_t limit = 0;   ///< tokens that the model reads: shorter texts need no counting
  std::string id_token{};
  CountTokens count{};
};

/// Which captions are longer than the model reads: those that changed since they were counted last, or that
/// another counter counted.
struct TokenCounts {
  struct Caption {
    int64_t clip_id = 0;
    int64_t changed_ms = 0;
    bool is_long = false;
  };
  std::string counter{};
  std::vector<Caption> captions{};
  bool are_others = false;  ///< another counter's are in the project
  bool is_news() const { return are_others || !captions.empty(); }
};
/// @throws fw::Cancelled. Thread: as Project. Cost: one look at each caption, and tokenizing new long ones.
TokenCounts count_tokens(const Project& project, const TokenCounter& counter,
                         const std::stop_token& stop = {});

/// Keeps them in the project, for the filter is:long; no part of the undo history.
void keep_token_counts(Project& project, const TokenCounts& counts);

}  // namespace fw::project
