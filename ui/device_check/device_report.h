// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine_api/results.h"

namespace fw::ui {

/// What a device check proved, in sentences: a paragraph a device. Thread: any.
QString deviceReport(const engine_api::DeviceCheckReport& report);

}  // namespace fw::ui
