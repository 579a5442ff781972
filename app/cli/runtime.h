// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace fw::cli {

void add_runtime(CLI::App& app, Session& session);  // if FFmpeg is built in

}  // namespace fw::cli
