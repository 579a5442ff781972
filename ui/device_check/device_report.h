// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine_api/results.h"

namespace fw::ui {

/// Findings of a device check in sentences, one paragraph per device. Thread: any.
QString deviceReport(const engine_api::DeviceCheckReport& report);

}  // namespace fw::ui
