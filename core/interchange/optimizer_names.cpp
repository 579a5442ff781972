// SPDX-License-Identifier: Apache-2.0
#include "interchange/optimizer_names.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace fw::interchange {

std::string optimizer_name(std::string name, bool eight_bit) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  std::erase_if(name, [](char c) { return c == '-' || c == '_'; });
  for (const std::string_view suffix : {"8bit", "bnb"}) {
    if (!name.ends_with(suffix)) continue;
    eight_bit = eight_bit || suffix == "8bit";
    name.resize(name.size() - suffix.size());
  }
  if (name == "adamw4bit" || name == "adamwfp8") return name.insert(5, "_");
  if (name.starts_with("galore")) return "galore";
  if (name == "adamwschedulefree" || name == "schedulefreeadamw") return "adamw_schedule_free";
  return eight_bit && (name == "adam" || name == "adamw") ? name + "_8bit" : name;
}

}  // namespace fw::interchange
