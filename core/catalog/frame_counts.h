// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "catalog/bucket_rules.h"

/// Valid numbers of frames in words, for all messages. People recognise a rule by its first values.
namespace fw::catalog {

/// "1, 5, 9 …"
std::string accepted_frames(const BucketRules& rules);
/// "9, 17, 25 … 49"
std::string trained_frames(const BucketRules& rules);

}  // namespace fw::catalog
