// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::families {

/// HunyuanVideo 13B (Kong et al. 2024, arXiv 2412.03603): text to video.
FamilyEntry hunyuan_video();

}  // namespace fw::families
