// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "engine_api/requests.h"

/// Clip options with a syntax of their own.
namespace fw::cli {

/// Parses "FILE", "FILE@FRAME" or "FILE@FRAME:STRENGTH". An @ without a following number is part of the file
/// name.
engine_api::ClipCondition parse_condition(const std::string& text);
/// A number from `least` to `most`. CLI11's own validator accepts text that is not a number.
CLI::Validator number_from(double least, double most);
/// Adds --seed. @param seed  -1: a random one; must outlive the parsing
CLI::Option* add_seed(CLI::App& command, int64_t& seed);
/// Adds options for dividing a clip between processes. @param mesh  must outlive the parsing
void add_mesh(CLI::App& command, launch::ClipMesh& mesh);

}  // namespace fw::cli
