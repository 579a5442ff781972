// SPDX-License-Identifier: Apache-2.0
#include "project/clip_filter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/join.h"
#include "catalog/bucket.h"

namespace fw::project {

namespace {

constexpr ErrorCode unknown_field{
    "project.filter_field", FW_TEXT("errors", "The filter term \"{term}\" uses an unknown field, {field}."),
    FW_TEXT("errors", "The fields are {fields}."), Blame::input};
constexpr ErrorCode unknown_value{"project.filter_value",
                                  FW_TEXT("errors", "The filter term \"{term}\" has an unknown value."),
                                  FW_TEXT("errors", "Possible values are {values}."), Blame::input};
constexpr ErrorCode no_number{"project.filter_number",
                              FW_TEXT("errors", "The filter term \"{term}\" needs a number to compare with."),
                              FW_TEXT("errors", "For example: width>=720."), Blame::input};
constexpr ErrorCode no_operator{
    "project.filter_operator", FW_TEXT("errors", "The filter knows no {term}: all of its terms must match."),
    FW_TEXT("errors", "A minus in front excludes a term. In quotes the word is searched for."), Blame::input};
constexpr ErrorCode too_many_terms{
    "project.filter_terms", FW_TEXT("errors", "The filter has more than {limit} terms."),
    FW_TEXT("errors", "Put words that belong together in quotes."), Blame::input};

/// SQLite limits the depth of conditions to 1000.
constexpr int most_terms = 100;

struct Named {
  std::string_view name;
  std::string_view sql;
};

/// Other clips of its group may have been removed or cut differently.
constexpr std::string_view has_twin =
    "f.similar_to IN (SELECT similar_to FROM clip_figures WHERE similar_to IS NOT NULL"
    " GROUP BY similar_to HAVING count(*) > 1)";

constexpr std::array conditions{
    Named{"image", "s.is_image"},
    Named{"video", "NOT s.is_image"},
    Named{"captioned", "t.clip_id IS NOT NULL"},
    Named{"uncaptioned", "t.clip_id IS NULL"},
    Named{"multicaptioned", "c.id IN (SELECT clip_id FROM more_captions)"},
    Named{"proposed", "p.clip_id IS NOT NULL"},
    Named{"long",
          "EXISTS (SELECT 1 FROM caption_tokens k WHERE k.clip_id = c.id AND k.changed_ms = t.changed_ms AND "
          "k.is_long)"},
    Named{"tagged", "EXISTS (SELECT 1 FROM clip_tags g WHERE g.clip_id = c.id)"},
    Named{"untagged", "NOT EXISTS (SELECT 1 FROM clip_tags g WHERE g.clip_id = c.id)"},
    Named{"cropped", "c.crop_x IS NOT NULL"},
    Named{"variable", "s.is_variable_rate"},
    Named{"hdr", "s.is_hdr"},
    Named{"sound", "s.has_audio"},
    // Warnings are JSON, which escapes the quotes within other texts.
    Named{"damaged", "s.warnings LIKE '%\"media.damaged\"%' OR s.warnings LIKE '%\"media.truncated\"%'"},
    Named{"interlaced", "s.warnings LIKE '%\"media.interlaced\"%'"},
    Named{"transparent", "s.warnings LIKE '%\"media.transparent\"%'"},
    Named{"measured", "f.clip_id IS NOT NULL"},
    Named{"dark", "f.brightness < 0.1"},
    Named{"black", "f.black_share > 0.5"},
    Named{"frozen", "f.frozen_share > 0.5"},
    Named{"letterboxed", "max(f.bar_top, f.bar_bottom, f.bar_left, f.bar_right) > 0.02"},
    Named{"blurred", "f.sharpness < 40"},
    Named{"similar", has_twin},
    Named{"duplicate", has_twin},
    Named{"cuttable", "f.scene_cuts <> '[]'"},
};

constexpr std::array numbers{
    Named{"width", "s.width"},
    Named{"height", "s.height"},
    Named{"frames", "c.out_frame - c.in_frame"},
    Named{"fps", "CAST(s.fps_numerator AS REAL) / s.fps_denominator"},
    Named{"seconds", "c.duration_s"},
    Named{"chars", "length(coalesce(t.text, ''))"},
    Named{"id", "c.id"},
    Named{"brightness", "f.brightness"},
    Named{"black", "f.black_share"},
    Named{"frozen", "f.frozen_share"},
    Named{"freeze", "f.longest_freeze_s"},
    Named{"motion", "f.motion"},
    Named{"bars", "max(f.bar_top, f.bar_bottom, f.bar_left, f.bar_right)"},
    Named{"sharpness", "f.sharpness"},
    Named{"similar", "f.similar_to"},
};

constexpr std::array<std::string_view, 4> origins{"person", "import", "command", "server"};

template <typename List>
const Named* find(const List& list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &Named::name);
  return found == list.end() ? nullptr : &*found;
}

std::string names(const auto& list) {
  return join(list, ", ", &Named::name);
}

struct Term {
  bool negated = false;
  std::string field{};  ///< empty: path or caption
  std::string op{};     ///< ":" or a comparison
  std::string value{};
  std::string whole{};
};

/// Takes text up to a space; quotes keep spaces and are removed.
std::string take_word(std::string_view& text, std::string_view stop_at) {
  std::string word;
  bool quoted = false;
  while (!text.empty()) {
    const char c = text.front();
    if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ' ' || c == '\t' || c == '\n' || stop_at.find(c) != std::string_view::npos)) {
      break;
    } else {
      word += c;
    }
    text.remove_prefix(1);
  }
  return word;
}

std::optional<Term> take_term(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
  if (text.empty()) return std::nullopt;
  const std::string_view begin = text;
  Term term;
  if (text.front() == '-' && text.size() > 1 && text[1] != ' ') {
    term.negated = true;
    text.remove_prefix(1);
  }
  const bool quoted = text.front() == '"';
  std::string word = take_word(text, quoted ? "" : ":<>=");
  if (!quoted && !text.empty() && text.front() != ' ' && text.front() != '\t' && text.front() != '\n') {
    term.field = std::move(word);
    const size_t length = text.starts_with("<=") || text.starts_with(">=") ? 2 : 1;
    term.op = text.substr(0, length);
    text.remove_prefix(length);
    word = take_word(text, "");
  }
  term.value = std::move(word);
  term.whole = begin.substr(0, begin.size() - text.size());
  return term;
}

std::optional<double> to_number(std::string_view text) {
  double value = 0;
  const auto [next, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || next != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Turns terms into SQL and collects errors.
struct Compiler {
  std::string sql{};
  std::vector<std::variant<std::string, double>> values{};
  std::vector<Fault> faults{};

  void add(const Term& term) {
    const std::string condition = compile(term);
    if (condition.empty()) return;
    if (!sql.empty()) sql += " AND ";
    // coalesce: a clip without a caption has an empty text, not NULL
    sql += (term.negated ? "NOT coalesce(" : "coalesce(") + condition + ", 0)";
  }

  std::string mentions(std::string_view columns, const Term& term) {
    values.emplace_back(term.value);
    return "mentions(?, " + std::string(columns) + ")";
  }

  /// Of the first caption, with its other columns, and of those after it.
  std::string mentions_in_captions(std::string_view columns, const Term& term) {
    const std::string first = mentions(columns, term);
    return "(" + first + " OR c.id IN (SELECT m.clip_id FROM more_captions m WHERE " +
           mentions("m.text", term) + "))";
  }

  std::string compile(const Term& term) {
    if (term.whole == "OR" || term.whole == "AND" || term.whole == "NOT") {
      faults.push_back({no_operator, {{"term", term.whole}}});
      return {};
    }
    if (term.field.empty()) return mentions_in_captions("s.path, t.text", term);
    if (const Named* number = find(numbers, term.field)) return compare(*number, term);
    if (term.op == ":" && term.field == "name") return mentions("s.path", term);
    if (term.op == ":" && term.field == "caption") return mentions_in_captions("t.text", term);
    if (term.op == ":" && term.field == "tag") {
      values.emplace_back(term.value);
      return "EXISTS (SELECT 1 FROM clip_tags g WHERE g.clip_id = c.id AND g.tag = ?)";
    }
    if (term.op == ":" && term.field == "is") {
      if (const Named* condition = find(conditions, term.value))
        return "(" + std::string(condition->sql) + ")";
      faults.push_back({unknown_value, {{"term", term.whole}, {"values", names(conditions)}}});
      return {};
    }
    if (term.op == ":" && term.field == "origin") {
      values.emplace_back(term.value);
      if (std::ranges::find(origins, term.value) != origins.end()) return "t.origin = ?";
      faults.push_back({unknown_value, {{"term", term.whole}, {"values", join(origins)}}});
      return {};
    }
    if (term.op == ":" && term.field == "bucket") {
      values.emplace_back(term.value);
      if (catalog::parse_bucket(term.value)) return "c.bucket = ?";
      faults.push_back({unknown_value, {{"term", term.whole}, {"values", "49x480x720"}}});
      return {};
    }
    faults.push_back({unknown_field,
                      {{"term", term.whole},
                       {"field", term.field},
                       {"fields", "name, caption, tag, is, origin, bucket, " + names(numbers)}}});
    return {};
  }

  std::string compare(const Named& number, const Term& term) {
    const size_t dots = term.op == ":" ? term.value.find("..") : std::string::npos;
    const auto first = to_number(std::string_view(term.value).substr(0, dots));
    const auto last =
        dots == std::string::npos ? first : to_number(std::string_view(term.value).substr(dots + 2));
    if (!first || !last) {
      faults.push_back({no_number, {{"term", term.whole}}});
      return {};
    }
    values.emplace_back(*first);
    if (dots == std::string::npos)
      return "(" + std::string(number.sql) + " " + (term.op == ":" ? "=" : term.op) + " ?)";
    values.emplace_back(*last);
    return "(" + std::string(number.sql) + " BETWEEN ? AND ?)";
  }
};

}  // namespace

std::variant<ClipFilter, std::vector<Fault>> ClipFilter::parse(std::string_view text) {
  Compiler compiler;
  int terms = 0;
  while (const auto term = take_term(text)) {
    if (++terms > most_terms) return std::vector{Fault(too_many_terms, {{"limit", most_terms}})};
    compiler.add(*term);
  }
  if (!compiler.faults.empty()) return std::move(compiler.faults);
  ClipFilter filter;
  if (!compiler.sql.empty()) filter.sql_ = std::move(compiler.sql);
  filter.values_ = std::move(compiler.values);
  return filter;
}

ClipFilter ClipFilter::of(std::span<const int64_t> ids) {
  ClipFilter filter;
  filter.sql_ = "c.id IN (SELECT value FROM json_each(?))";
  filter.values_ = {'[' + join(ids, ",", [](int64_t id) { return std::to_string(id); }) + ']'};
  return filter;
}

ClipFilter ClipFilter::both(const ClipFilter& other) const {
  ClipFilter filter = *this;
  filter.sql_ = "(" + sql_ + ") AND (" + other.sql_ + ")";
  filter.values_.insert(filter.values_.end(), other.values_.begin(), other.values_.end());
  return filter;
}

}  // namespace fw::project
