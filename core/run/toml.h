// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>

#include "run/run_settings.h"

/// What parser and editor of run files share; not for other folders.
namespace fw::run {

/// Room for a thousand validation prompts of a thousand letters; a run file has a few KiB.
inline constexpr size_t largest_toml = 1 << 20;
/// A run file needs two levels. Reading, walking and freeing a document take stack for each.
inline constexpr int deepest_toml = 32;

/// As toml::parse, for text from elsewhere. @throws toml::parse_error, also for text beyond the limits above
toml::table parse_toml(std::string_view text);

/// One leaf of a TOML document.
struct Leaf {
  std::string key;  ///< "lora.rank"
  toml::source_position key_begin;
  const toml::node* node = nullptr;
};

/// All leaves of the document in the order of the file; an empty table is a leaf too. A part of a key that
/// has a point in it is quoted.
std::vector<Leaf> leaves_of(const toml::table& root);

/// The node's value when it is one of the setting's type: whole numbers serve as numbers.
std::optional<catalog::Value> value_of_node(const toml::node& node, const catalog::Setting& setting);

}  // namespace fw::run
