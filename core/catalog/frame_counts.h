// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "catalog/bucket_rules.h"

/// How many frames a clip may have, for sentences: the only place that words it. People know a rule by its
/// first values.
namespace fw::catalog {

/// "1, 5, 9 …"
std::string accepted_frames(const BucketRules& rules);
/// "9, 17, 25 … 49"
std::string trained_frames(const BucketRules& rules);

}  // namespace fw::catalog
