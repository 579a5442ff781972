// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "catalog/model_spec.h"

namespace fw::ui {

/// Display name of a family; its id if unknown.
QString familyName(std::string_view family);
/// "text to video, image to video"
QString tasksText(const catalog::ModelSpec& model);
/// "<model>, text to video, made for clips of 49x480x720"
QString modelFactsText(const catalog::ModelSpec& model);

}  // namespace fw::ui
