// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>

#include "run/run_settings.h"

/// Shared by the parser and the editor of run files; internal to core/run.
namespace fw::run {

/// Enough for a thousand validation prompts of a thousand characters; a run file has a few KiB.
inline constexpr size_t largest_toml = 1 << 20;
/// A run file needs two levels. Reading, walking and freeing a document use stack for each level.
inline constexpr int deepest_toml = 32;

/// toml::parse() for untrusted text. @throws toml::parse_error, also for text beyond the limits above
toml::table parse_toml(std::string_view text);

/// One leaf of a TOML document.
struct Leaf {
  std::string key;  ///< "lora.rank"
  toml::source_position key_begin;
  const toml::node* node = nullptr;
};

/// All leaves of the document in file order, including empty tables. A part of a key that contains a dot is
/// quoted.
std::vector<Leaf> leaves_of(const toml::table& root);

/// The node's value if it has the setting's type; integers are accepted as numbers.
std::optional<catalog::Value> value_of_node(const toml::node& node, const catalog::Setting& setting);

}  // namespace fw::run
