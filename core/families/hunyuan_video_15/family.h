// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::families {

/// HunyuanVideo 1.5.
FamilyEntry hunyuan_video_15();

}  // namespace fw::families
