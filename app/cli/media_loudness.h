// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command.h"

namespace fw::cli {

/// Adds `loudness` to the subcommands of `media`.
void add_media_loudness(CLI::App& group, Session& session);

}  // namespace fw::cli
