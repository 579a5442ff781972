// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::families {

/// LTX-Video 2B, 0.9.0 to 0.9.5 (HaCohen et al. 2025, arXiv 2501.00103): text to video, image to video, and
/// since 0.9.5 pictures and clips at any frame.
FamilyEntry ltx_video();

}  // namespace fw::families
