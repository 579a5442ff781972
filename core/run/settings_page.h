// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fw::run {

/// The reference page of all settings in Markdown, as stored in resources/help/settings.md.
std::string settings_page();

/// Reference for a terminal of 80 columns, printed by --help.
std::string settings_help();

}  // namespace fw::run
