// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "interchange/run_mapping.h"

namespace fw::interchange {

/// True for the extensions of configuration files: .toml, .json, .yaml, .yml. Thread: any.
bool is_config_name(std::string_view file_name);

/// Reads the configuration of a training of diffusion-pipe, SimpleTuner, OneTrainer, ai-toolkit or
/// musubi-tuner: each key becomes a setting or a fault with advice. Keys that are left out get that trainer's
/// default if it differs from ours.
/// @throws fw::Error interchange.unread_config if the text is not of its format; run.foreign_config and
/// others of run/foreign_config.h if it is another file, interchange.unknown_config if it is of no known
/// trainer Thread: any.
ImportedFlags import_config(std::string_view text, std::string_view file_name,
                            const NamedFile& named_file = {});

}  // namespace fw::interchange
