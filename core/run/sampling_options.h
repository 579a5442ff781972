// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "run/run_settings.h"

/// How a family's clips are made beside what all families have: its settings [validation.<family>]. Requests
/// for clips and recipes carry them by their names there: "options": {"use_dynamic_cfg": true}.
namespace fw::run {

/// Declared in the family's file of the catalogue, in that order.
std::vector<const catalog::Setting*> sampling_settings(std::string_view family);
/// "use_dynamic_cfg"
std::string_view option_name(const catalog::Setting& setting);

/// All of them with their values.
catalog::OwnValues sampling_options(const RunSettings& run, std::string_view family);

/// `options` as RunSettings::own keeps them; also by the names that recipes of earlier versions have. Values
/// may be texts, as a command line has them.
/// @throws fw::Error run.bad_override for an unknown name or a wrong type, run.out_of_range
catalog::OwnValues read_sampling_options(const catalog::OwnValues& options, std::string_view family);

}  // namespace fw::run
