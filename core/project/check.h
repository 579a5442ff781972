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

/// How many tokens a caption has, end token included, and where it would be cut off.
struct CaptionTokens {
  int64_t tokens = 0;
  size_t kept_bytes = 0;
};
/// A model's tokenizers with their limits.
using CountTokens = std::function<CaptionTokens(std::string_view)>;

/// A caption of which the model would not read the end.
struct LongCaption {
  int64_t clip_id = 0;
  int64_t tokens = 0;
  std::string cut_off{};  ///< the part that is lost
};
/// @param id_token  put before the captions, so that it counts
/// @throws fw::Cancelled
std::vector<LongCaption> long_captions(const Project& project, const ClipFilter& filter,
                                       const std::string& id_token, const CountTokens& count,
                                       const WorkOptions& work = {});

struct DatasetCheck {
  BucketPlan plan{};
  std::vector<Fault> errors{};    ///< training cannot start, or would leave clips out
  std::vector<Fault> warnings{};  ///< it can, but a person should know
  std::vector<LongCaption> long_captions{};
};
/// What is wrong with a dataset before it is trained on: buckets, missing and damaged sources, captions.
/// @param count  nothing: the captions' tokens are not counted
/// @throws fw::Cancelled
/// Thread: as Project. Cost: O(clips x buckets), tokenizing, and one look at the file system a source.
DatasetCheck check_dataset(const Project& project, const BucketRequest& request, const std::string& id_token,
                           const CountTokens& count, const WorkOptions& work = {});

}  // namespace fw::project
