// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "run/preset.h"

/// The tables of models and cards in README and in the guide, made from the presets, which are the planner's.
namespace fw::documents {

/// A table begins with its heading and ends before the first empty line.
struct CardTable {
  std::string file;     ///< relative to the project's root
  std::string heading;  ///< its first line, as it is in the file
  std::string text;     ///< all of it, with the heading
};

/// @param presets  those that ship
std::vector<CardTable> card_tables(const std::vector<run::Preset>& presets);

/// The page with its table replaced. @return  the same text where the page lacks the heading
std::string with_table(const std::string& page, const CardTable& table);

}  // namespace fw::documents
