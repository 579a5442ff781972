// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::families {

/// CogVideoX 1.0 and 1.5 (Yang et al. 2024, arXiv 2408.06072): text to video, and image to video.
FamilyEntry cogvideox();

}  // namespace fw::families
