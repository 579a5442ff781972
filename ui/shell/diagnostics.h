// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fw::ui {

class EngineBridge;
class LogModel;

/// Text for a bug report: versions, devices, folders, the newest 200 log lines. Omits the user's home folder
/// and name. Always English.
QString diagnosticsText(const EngineBridge& bridge, const LogModel& log);

}  // namespace fw::ui
