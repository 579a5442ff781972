// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine_api/commands.h"

namespace fw::ui {

class EngineBridge;
struct JobRow;

/// Why `verb` cannot be sent to a job now, as a sentence for its button; empty if it can.
/// @param job  null: none
QString refusalOf(engine_api::Verb verb, const JobRow* job, const EngineBridge& bridge);

}  // namespace fw::ui
