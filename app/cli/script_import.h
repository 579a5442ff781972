// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "cli/command.h"

namespace fw::cli {

/// One line per fault: "event: message" on standard error, or JSON on standard output.
void print_file_faults(const std::vector<Fault>& faults, const Session& session, const char* event);

/// Writes the run file for another trainer's script, and prints what was not mapped.
/// @param target  the run file; empty: the script's path, with the extension .toml
/// @return        the exit code
/// @throws fw::Error if the script cannot be read or belongs to an unknown trainer, or the target exists
int import_script(const Session& session, const std::string& script, const std::string& target);

}  // namespace fw::cli
