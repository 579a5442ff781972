// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::families {

/// LTX-2 2.0, 2.3 and 2.5 (Lightricks 2026), video without sound.
FamilyEntry ltx2();

}  // namespace fw::families
