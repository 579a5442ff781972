// SPDX-License-Identifier: Apache-2.0
#define PCRE2_CODE_UNIT_WIDTH 8
#include "project/text_pattern.h"

#include <pcre2.h>

namespace fw::project {

namespace {

constexpr ErrorCode bad_pattern{
    "project.bad_pattern",
    FW_TEXT("errors", "The regular expression \"{pattern}\" has an error at character {place}: {reason}."),
    FW_TEXT("errors", "A backslash before . * + ? ( ) [ ] {brace} ^ $ | matches it literally."),
    Blame::input};
constexpr ErrorCode bad_replacement{
    "project.bad_replacement",
    FW_TEXT("errors", "The replacement \"{replacement}\" cannot be used: {reason}."),
    FW_TEXT("errors", "$1 or $name stands for a group of the expression, $$ for a dollar sign."),
    Blame::input};
constexpr ErrorCode pattern_too_hard{
    "project.pattern_too_hard",
    FW_TEXT("errors",
            "The regular expression \"{pattern}\" takes too long on a caption of {length} characters."),
    FW_TEXT("errors", "Simplify it: the usual cause is nested repetition such as (a+)+."), Blame::input};
constexpr ErrorCode empty_pattern{"project.empty_pattern",
                                  FW_TEXT("errors", "There is nothing to search for."), "", Blame::input};

/// About a tenth of a second on one caption.
constexpr uint32_t match_limit = 2'000'000;

std::string message_of(int code) {
  unsigned char text[256] = "";
  pcre2_get_error_message(code, text, sizeof text);
  return reinterpret_cast<const char*>(text);
}

/// Replaces \1 by $1.
std::string with_dollars(std::string_view replacement) {
  std::string text;
  for (size_t i = 0; i < replacement.size(); ++i) {
    const bool is_group = replacement[i] == '\\' && i + 1 < replacement.size() && replacement[i + 1] >= '0' &&
                          replacement[i + 1] <= '9';
    if (is_group) {
      text += "${";
      text += replacement[++i];
      text += '}';
    } else {
      text += replacement[i];
    }
  }
  return text;
}

PCRE2_SPTR units(std::string_view text) {
  // PCRE2 requires a valid pointer even for an empty text.
  return reinterpret_cast<PCRE2_SPTR>(text.empty() ? "" : text.data());
}

}  // namespace

struct TextPattern::State {
  std::string search;
  std::string replacement;
  uint32_t options = 0;
  pcre2_code* code = nullptr;
  pcre2_match_context* context = nullptr;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    pcre2_code_free(code);
    pcre2_match_context_free(context);
  }
};

TextPattern::TextPattern(std::unique_ptr<State> state) : state_(std::move(state)) {}
TextPattern::TextPattern(TextPattern&&) noexcept = default;
TextPattern& TextPattern::operator=(TextPattern&&) noexcept = default;
TextPattern::~TextPattern() = default;

std::variant<TextPattern, Fault> TextPattern::make(std::string_view search, std::string_view replacement,
                                                   Kind kind, Case letter_case) {
  if (search.empty()) return Fault(empty_pattern);
  auto state = std::make_unique<State>();
  state->search = search;
  state->replacement = kind == Kind::plain ? std::string(replacement) : with_dollars(replacement);
  uint32_t options = PCRE2_UTF;
  options |= kind == Kind::plain ? PCRE2_LITERAL : PCRE2_UCP | PCRE2_MULTILINE;
  options |= letter_case == Case::ignore ? PCRE2_CASELESS : 0;
  int error = 0;
  size_t place = 0;
  state->code = pcre2_compile(units(search), search.size(), options, &error, &place, nullptr);
  if (state->code == nullptr) {
    return Fault(bad_pattern,
                 {{"pattern", search}, {"place", place}, {"reason", message_of(error)}, {"brace", "{"}});
  }
  pcre2_jit_compile(state->code, PCRE2_JIT_COMPLETE);  // only for speed
  state->context = pcre2_match_context_create(nullptr);
  pcre2_set_match_limit(state->context, match_limit);
  state->options = PCRE2_SUBSTITUTE_GLOBAL | PCRE2_SUBSTITUTE_OVERFLOW_LENGTH |
                   (kind == Kind::plain ? PCRE2_SUBSTITUTE_LITERAL : PCRE2_SUBSTITUTE_UNSET_EMPTY);
  return TextPattern(std::move(state));
}

TextPattern::Result TextPattern::replace(std::string_view text) const {
  const State& state = *state_;
  Result result{.text = std::string(text.size() + 256, '\0')};
  size_t size = result.text.size();
  const auto substitute = [&] {
    return pcre2_substitute(state.code, units(text), text.size(), 0, state.options, nullptr, state.context,
                            units(state.replacement), state.replacement.size(),
                            reinterpret_cast<PCRE2_UCHAR*>(result.text.data()), &size);
  };
  int count = substitute();
  if (count == PCRE2_ERROR_NOMEMORY) {  // `size` now has the required size
    result.text.resize(size);
    count = substitute();
  }
  if (count == PCRE2_ERROR_MATCHLIMIT || count == PCRE2_ERROR_HEAPLIMIT || count == PCRE2_ERROR_DEPTHLIMIT ||
      count == PCRE2_ERROR_JIT_STACKLIMIT) {
    throw Error(pattern_too_hard, {{"pattern", state.search}, {"length", text.size()}});
  }
  if (count < 0) {
    throw Error(bad_replacement, {{"replacement", state.replacement}, {"reason", message_of(count)}});
  }
  result.text.resize(size);
  result.replacements = count;
  return result;
}

}  // namespace fw::project
