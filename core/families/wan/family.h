// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::families {

/// Wan 2.1 and 2.2 (Wan Team 2025, arXiv 2503.20314): from text, from a first picture or a first and a last
/// one, with one network or, in 2.2 A14B, one each for high and low noise.
FamilyEntry wan();

}  // namespace fw::families
