// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "engine_api/requests.h"

/// Options of a clip that are more than a value.
namespace fw::cli {

/// "FILE", "FILE@FRAME" or "FILE@FRAME:STRENGTH". An @ that is part of the file's name stays where no number
/// follows it.
engine_api::ClipCondition parse_condition(const std::string& text);
/// A number from `least` to `most`. CLI11's own takes what is not a number for one of them.
CLI::Validator number_from(double least, double most);
/// --seed. @param seed  -1: a random one; outlives the parsing
CLI::Option* add_seed(CLI::App& command, int64_t& seed);
/// How processes that make a clip together divide it. @param mesh  outlives the parsing
void add_mesh(CLI::App& command, launch::ClipMesh& mesh);

}  // namespace fw::cli
