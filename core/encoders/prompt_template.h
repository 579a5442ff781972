// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace fw::encoders {

/// A text around each prompt that instructs a language model.
struct PromptTemplate {
  std::string text;        ///< with {} in place of the prompt
  int64_t crop_start = 0;  ///< tokens before the prompt, removed from the result

  std::string around(const std::string& prompt) const {
    const size_t place = text.find("{}");
    return place == text.npos ? prompt : text.substr(0, place) + prompt + text.substr(place + 2);
  }
};

}  // namespace fw::encoders
