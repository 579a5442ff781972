// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "project/bucket_plan.h"
#include "project/clip_filter.h"
#include "project/project.h"
#include "project/work.h"

namespace fw::project {

/// Number of tokens of a caption, including the end token, and where it would be truncated.
struct CaptionTokens {
  int64_t tokens = 0;
  size_t kept_bytes = 0;
};
/// Counts with a model's tokenizers and limits.
using CountTokens = std::function<CaptionTokens(std::string_view)>;

/// A caption that is too long for the model.
struct LongCaption {
  int64_t clip_id = 0;
  int64_t tokens = 0;
  std::string cut_off{};  ///< the part that would be truncated
};
/// @param id_token  prefixed to the captions, so it counts
/// @throws fw::Cancelled
std::vector<LongCaption> long_captions(const Project& project, const ClipFilter& filter,
                                       const std::string& id_token, const CountTokens& count,
                                       const WorkOptions& work = {});

struct DatasetCheck {
  BucketPlan plan{};
  std::vector<Fault> errors{};    ///< training cannot start, or would leave out clips
  std::vector<Fault> warnings{};  ///< training can start, but the user should know
  std::vector<LongCaption> long_captions{};
};
/// Checks a dataset before training: buckets, missing and damaged sources, captions.
/// @param count  null: caption tokens are not counted
/// @throws fw::Cancelled
/// Thread: as Project. Cost: O(clips x buckets), tokenizing, and one stat per source.
DatasetCheck check_dataset(const Project& project, const BucketRequest& request, const std::string& id_token,
                           const CountTokens& count, const WorkOptions& work = {});

}  // namespace fw::project
