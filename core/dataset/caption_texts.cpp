// SPDX-License-Identifier: Apache-2.0
#include "dataset/caption_texts.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/hash.h"
#include "base/seeded_random.h"
#include "dataset/dataset_manifest.h"

namespace fw::dataset {

namespace {

constexpr std::string_view blanks = " \t\n";
constexpr int most_nested = 32;

std::string_view trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// A caption with its choices: texts and, between them, lists of alternatives.
struct Wording {
  struct Part {
    std::string text{};
    std::vector<Wording> alternatives{};  ///< instead of the text, if there are any
  };
  std::vector<Part> parts{};

  /// Number of combinations, at most `limit`.
  int64_t combinations(int64_t limit) const {
    int64_t product = 1;
    for (const Part& part : parts) {
      int64_t sum = part.alternatives.empty() ? 1 : 0;
      for (const Wording& each : part.alternatives) sum = std::min(limit, sum + each.combinations(limit));
      product = std::min(limit, product * sum);
    }
    return product;
  }

  /// @param choose  returns the number of one of the alternatives
  std::string resolved(const std::function<size_t(const std::vector<Wording>&)>& choose) const {
    std::string text;
    for (const Part& part : parts)
      text += part.alternatives.empty() ? part.text
                                        : part.alternatives[choose(part.alternatives)].resolved(choose);
    return text;
  }

  /// Combination `number`, counted from 0; leaves the rest of the number for what follows.
  std::string combination(int64_t& number, int64_t limit) const {
    std::string text;
    for (const Part& part : parts) {
      text += part.text;
      int64_t all = 0;
      for (const Wording& each : part.alternatives) all += each.combinations(limit);
      if (all == 0) continue;
      int64_t own = number % all;
      number /= all;
      size_t at = 0;
      for (; own >= part.alternatives[at].combinations(limit); ++at)
        own -= part.alternatives[at].combinations(limit);
      text += part.alternatives[at].combination(own, limit);
    }
    return text;
  }

  std::string longest() const {
    std::string text;
    for (const Part& part : parts) {
      std::string most;
      for (const Wording& each : part.alternatives)
        if (std::string other = each.longest(); other.size() > most.size()) most = std::move(other);
      text += part.text + most;
    }
    return text;
  }
};

/// Reads choices. Braces without a bar between them, or without a partner, are text.
class WordingReader {
 public:
  explicit WordingReader(std::string_view text) : text_(text), ends_(text.size(), 0) {
    std::vector<size_t> open;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '{') open.push_back(i);
      if (text[i] != '}' || open.empty()) continue;
      ends_[open.back()] = i;
      open.pop_back();
    }
  }

  Wording read() { return read(0, text_.size(), 0); }

 private:
  Wording read(size_t begin, size_t end, int depth) {
    Wording wording;
    const auto add = [&](size_t from, size_t to) {
      if (from < to) wording.parts.push_back({.text = std::string(text_.substr(from, to - from))});
    };
    size_t from = begin;
    for (size_t i = begin; i < end; ++i) {
      const size_t close = ends_[i];
      if (close == 0 || depth == most_nested) continue;
      const std::vector<size_t> bars = bars_in(i + 1, close);
      if (bars.empty()) continue;  // its own braces are looked at next
      add(from, i);
      Wording::Part choice;
      size_t at = i + 1;
      for (const size_t bar : bars) {
        choice.alternatives.push_back(read(at, bar, depth + 1));
        at = bar + 1;
      }
      choice.alternatives.push_back(read(at, close, depth + 1));
      wording.parts.push_back(std::move(choice));
      i = close;
      from = close + 1;
    }
    add(from, end);
    return wording;
  }

  /// Not those of inner braces.
  std::vector<size_t> bars_in(size_t begin, size_t end) const {
    std::vector<size_t> bars;
    for (size_t i = begin; i < end; ++i) {
      if (ends_[i] != 0) i = ends_[i];
      if (i < end && text_[i] == '|') bars.push_back(i);
    }
    return bars;
  }

  std::string_view text_;
  std::vector<size_t> ends_;  // of each open brace that has a partner
};

Wording wording_of(const std::string& caption, const CaptionRules& rules) {
  return rules.has_choices ? WordingReader(caption).read() : Wording{{{.text = caption}}};
}

/// The caption with its later tags in another order, or without some.
std::string with_varied_tags(const std::string& caption, const CaptionRules& rules, uint64_t& state) {
  const std::string_view named = trimmed(rules.tag_separator);
  const std::string_view separator = named.empty() ? std::string_view(rules.tag_separator) : named;
  std::vector<std::string_view> tags;
  for (std::string_view rest = caption; !rest.empty();) {
    const std::string_view tag = rest.substr(0, rest.find(separator));
    if (!trimmed(tag).empty()) tags.push_back(trimmed(tag));
    rest.remove_prefix(std::min(rest.size(), tag.size() + separator.size()));
  }
  const size_t kept = std::min(tags.size(), static_cast<size_t>(rules.kept_tags));
  const auto later = tags.begin() + static_cast<ptrdiff_t>(kept);
  if (rules.tag_dropout > 0)
    tags.erase(std::remove_if(later, tags.end(), [&](auto) { return next_share(state) < rules.tag_dropout; }),
               tags.end());
  if (rules.shuffles_tags) shuffle(std::span(tags).subspan(kept), state);
  std::string text;
  for (const std::string_view tag : tags) {
    if (!text.empty()) text += std::string(separator) + (named.empty() ? "" : " ");
    text += tag;
  }
  return text;
}

/// The texts of one caption, without what the rules add to all.
std::vector<std::string> versions_of(const std::string& caption, const CaptionRules& rules) {
  const Wording wording = wording_of(caption, rules);
  const int64_t combinations = wording.combinations(most_caption_versions + 1);
  const bool varies_tags = rules.varies_tags() && !rules.tag_separator.empty();
  const auto wanted = static_cast<size_t>(std::clamp<int64_t>(rules.versions, 1, most_caption_versions));
  std::vector<std::string> texts;
  if (!varies_tags && combinations <= static_cast<int64_t>(wanted)) {
    for (int64_t i = 0; i < combinations; ++i) {
      int64_t number = i;
      texts.emplace_back(trimmed(wording.combination(number, most_caption_versions + 1)));
    }
    return texts;
  }
  uint64_t state = std::stoull(hash_hex(caption).substr(0, 16), nullptr, 16);
  const auto choose = [&](const std::vector<Wording>& alternatives) {
    return static_cast<size_t>(next_random(state) % alternatives.size());
  };
  std::set<std::string> known;
  for (size_t tries = 0; texts.size() < wanted && tries < 8 * wanted; ++tries) {
    std::string text(trimmed(wording.resolved(choose)));
    if (varies_tags) text = with_varied_tags(text, rules, state);
    if (known.insert(text).second) texts.push_back(std::move(text));
  }
  return texts;
}

/// With a blank between them, unless one of them brings its own or the second begins with a stop.
std::string joined(std::string_view first, std::string_view second) {
  constexpr std::string_view stops = " \t\n,.;:!?";
  const bool needs_blank = !first.empty() && !second.empty() && blanks.find(first.back()) == blanks.npos &&
                           stops.find(second.front()) == stops.npos;
  return std::string(first) + (needs_blank ? " " : "") + std::string(second);
}

WholeText whole_text(std::string_view caption, const CaptionRules& rules) {
  std::string_view body = caption;
  // The trigger word is first, and there once.
  if (!rules.trigger.empty() && !rules.prefix.empty() && has_id_token(body, rules.trigger))
    body = trimmed(body.substr(rules.trigger.size()));
  std::string front = with_id_token(joined(rules.prefix, body), rules.trigger);
  const size_t begin = front.size() - body.size();
  return {joined(front, rules.suffix), begin, body.size()};
}

}  // namespace

std::vector<std::string> texts_of(std::span<const std::string> captions, const CaptionRules& rules) {
  std::vector<std::vector<std::string>> lists;
  for (const std::string& caption : captions) lists.push_back(versions_of(caption, rules));
  if (lists.empty()) lists.push_back({""});
  const size_t most =
      std::ranges::max_element(lists, {}, [](const auto& list) { return list.size(); })->size();
  std::vector<std::string> texts;
  for (size_t i = 0; i < most; ++i)
    for (const std::vector<std::string>& list : lists)
      texts.push_back(whole_text(list[i % list.size()], rules).text);
  return texts;
}

WholeText longest_text(const std::string& caption, const CaptionRules& rules) {
  return whole_text(trimmed(wording_of(caption, rules).longest()), rules);
}

}  // namespace fw::dataset
