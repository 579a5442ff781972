// SPDX-License-Identifier: Apache-2.0
#include "fuzz.h"
#include "project/clips.h"
#include "project/text_pattern.h"

namespace {

void search_clips(std::string_view text) {
  using namespace fw::project;
  static const fuzz::Folder folder;
  static const Project project = Project::create(folder.path / "project");
  const auto parsed = ClipFilter::parse(text);
  if (const auto* filter = std::get_if<ClipFilter>(&parsed)) {
    fuzz::require(count_clips(project, *filter) == 0, "a filter is a query");
  } else {
    fuzz::require(!std::get<1>(parsed).empty(), "what is refused has a fault");
  }
}

void replace_text(std::string_view search, std::string_view replacement, std::string_view text) {
  using namespace fw::project;
  for (const auto kind : {TextPattern::Kind::plain, TextPattern::Kind::regular_expression}) {
    const auto made = TextPattern::make(search, replacement, kind, TextPattern::Case::ignore);
    const auto* pattern = std::get_if<TextPattern>(&made);
    if (pattern == nullptr) continue;
    fuzz::goes_through({"project.pattern_too_hard", "project.bad_replacement"}, [&] {
      const TextPattern::Result result = pattern->replace(text);
      fuzz::require(result.replacements > 0 || result.text == text, "without a match nothing changes");
    });
  }
}

}  // namespace

// The input is a search for clips; or a search pattern, a replacement and a text, separated by lines "===".
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view rest = fuzz::text_of(data, size);
  const std::string_view search = fuzz::take_part(rest);
  if (rest.empty()) {
    search_clips(search);
  } else {
    const std::string_view replacement = fuzz::take_part(rest);
    replace_text(search, replacement, rest);
  }
  return 0;
}
