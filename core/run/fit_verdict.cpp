// SPDX-License-Identifier: Apache-2.0
#include "run/fit_verdict.h"

#include <cmath>

#include "base/error.h"
#include "base/join.h"
#include "base/units.h"
#include "run/run_settings.h"

namespace fw::run {

std::string FitVerdict::in_words(const Translate& translate) const {
  using Arguments = std::map<std::string, std::string>;
  const auto fill = [&](std::string_view sentence, const Arguments& arguments) {
    const std::string text(sentence);
    return fill_placeholders(translate ? translate(text) : text, arguments);
  };
  std::string what;
  for (const SettingChange& change : changes) {
    const std::string_view saving = find_setting(change.key)->saving;
    append_item(what, saving.empty()
                          ? change.key + " = " + change.value
                          : fill(saving, {{"count", change.value}, {"all", std::to_string(block_count)}}));
  }
  std::string cost;
  if (std::abs(slower) >= 0.005)
    cost = fill(slower > 0 ? FW_TEXT("plan", ", about {percent}% slower")
                           : FW_TEXT("plan", ", about {percent}% faster"),
                {{"percent", std::to_string(std::lround(std::abs(slower) * 100))}});
  const std::string_view good = what.empty() ? FW_TEXT("plan", "{needed} of {there}{cost}")
                                             : FW_TEXT("plan", "{what}: {needed} of {there}{cost}");
  const std::string_view bad = what.empty()
                                   ? FW_TEXT("plan", "does not fit: {needed} of {there}")
                                   : FW_TEXT("plan", "does not fit: {needed} of {there} even with {what}");
  const std::string_view host =
      what.empty() ? FW_TEXT("plan", "does not fit: {needed} of {there} host memory")
                   : FW_TEXT("plan", "does not fit: {needed} of {there} host memory with {what}");
  const std::string_view text = fits ? good : host_short ? host : bad;
  const auto bytes = [](int64_t count) { return format_bytes(static_cast<uint64_t>(count)); };
  const std::string words = fill(
      text, {{"what", what}, {"needed", bytes(needed_bytes)}, {"there", bytes(limit_bytes)}, {"cost", cost}});
  if (quantization.empty()) return words;
  return words + fill(FW_TEXT("plan", "; with memory.quantization = {format} it would, in {needed}"),
                      {{"format", quantization}, {"needed", bytes(quantized_bytes)}});
}

}  // namespace fw::run
