// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::families {

/// FramePack and FramePack-F1 (Zhang and Agrawala 2025, arXiv 2504.12626): image to video.
FamilyEntry framepack();

}  // namespace fw::families
