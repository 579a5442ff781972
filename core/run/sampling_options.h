// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "run/run_settings.h"

/// Sampling options of a family, in addition to those of all families: its settings [validation.<family>].
/// Requests for clips and recipes use their names there: "options": {"use_dynamic_cfg": true}.
namespace fw::run {

/// In the order of their declaration in the family's file in core/catalog.
std::vector<const catalog::Setting*> sampling_settings(std::string_view family);
/// "use_dynamic_cfg"
std::string_view option_name(const catalog::Setting& setting);

/// All options with their values.
catalog::OwnValues sampling_options(const RunSettings& run, std::string_view family);

/// Converts `options` to the form of RunSettings::own; accepts the names in recipes of earlier versions.
/// Values may be texts, as from a command line.
/// @throws fw::Error run.bad_override for an unknown name or a wrong type, run.out_of_range
catalog::OwnValues read_sampling_options(const catalog::OwnValues& options, std::string_view family);

}  // namespace fw::run
