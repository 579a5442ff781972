// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fw::run {

/// The reference page of all settings in Markdown, as resources/help/settings.md keeps it.
std::string settings_page();

/// The same for a terminal of 80 columns, as --help prints it.
std::string settings_help();

}  // namespace fw::run
