// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family_cases.h"

namespace fw::families {

FamilyCases ltx2_cases();

}  // namespace fw::families
