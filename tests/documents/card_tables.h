// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "run/preset.h"

/// The tables of models and cards in README and guide, generated from the presets.
namespace fw::documents {

/// A table begins with its heading and ends before the first empty line.
struct CardTable {
  std::string file;     ///< relative to the root
  std::string heading;  ///< its first line in the file
  std::string text;     ///< the whole table including the heading
};

/// @param presets  the shipped ones
std::vector<CardTable> card_tables(const std::vector<run::Preset>& presets);

/// The page with its table replaced. @return  the unchanged text if the page lacks the heading
std::string with_table(const std::string& page, const CardTable& table);

}  // namespace fw::documents
