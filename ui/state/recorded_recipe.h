// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "media/probe.h"

namespace fw::ui {

/// What the engine wrote into a clip of how it was made (engine_api::parse_recipe). Empty where there is
/// nothing. Thread: any.
std::string recordedRecipe(const media::ClipInfo& info);

}  // namespace fw::ui
