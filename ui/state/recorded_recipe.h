// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "media/probe.h"

namespace fw::ui {

/// The engine's record in a clip of how it was generated (engine_api::parse_recipe). Empty if there is none.
/// Thread: any.
std::string recordedRecipe(const media::ClipInfo& info);

}  // namespace fw::ui
