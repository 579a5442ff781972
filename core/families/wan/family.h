// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::families {

/// Wan 2.1 and 2.2 (Wan Team 2025, arXiv 2503.20314): generate clips from text, a first picture, or a first
/// and a last picture. They have one network, except 2.2 A14B: one each for high and low noise.
FamilyEntry wan();

}  // namespace fw::families
