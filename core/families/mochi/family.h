// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/registry.h"

namespace fw::families {

/// Mochi-1 preview (Genmo 2024), 10B: text to video.
FamilyEntry mochi();

}  // namespace fw::families
