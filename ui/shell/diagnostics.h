// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fw::ui {

class EngineBridge;
class LogModel;

/// What a bug report needs, as text: versions, devices, folders, the newest 200 log lines. The user's home
/// folder and name are left out. Always English.
QString diagnosticsText(const EngineBridge& bridge, const LogModel& log);

}  // namespace fw::ui
