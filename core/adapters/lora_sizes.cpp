// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora_sizes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "adapters/module_match.h"
#include "base/error.h"
#include "base/join.h"

namespace fw::adapters {

namespace {

constexpr ErrorCode bad_size{
    "adapters.bad_size", FW_TEXT("errors", "“{entry}” is not a pattern and a number above 0: {key}."),
    FW_TEXT("errors", "Write the end of a module's name or a regular expression, = and the number: to_q=16."),
    Blame::input};
constexpr ErrorCode nothing_left{
    "adapters.nothing_left",
    FW_TEXT("errors", "lora.exclude_modules leaves no module for the LoRA: {patterns}."),
    FW_TEXT("errors", "Remove a pattern from it, or add modules to lora.target_modules."), Blame::input};

/// The modules that an entry is for, and its number. @param key  of the setting, for the message
template <class Number>
struct Sized {
  std::vector<std::string> paths;
  Number number{};

  Sized(nn::Module& model, const std::string& entry, const char* key) {
    const size_t equals = entry.rfind('=');
    const char* const end = entry.data() + entry.size();
    const char* const digits = equals == std::string::npos ? end : entry.data() + equals + 1;
    const auto [stop, error] = std::from_chars(digits, end, number);
    if (equals == 0 || error != std::errc() || stop != end || !(number > 0) || !std::isfinite(double(number)))
      throw Error(bad_size, {{"entry", entry}, {"key", key}});
    paths = match_linears(model, {entry.substr(0, equals)});
  }
  bool has(const std::string& path) const { return std::ranges::find(paths, path) != paths.end(); }
};

template <class Number>
std::vector<Sized<Number>> sized(nn::Module& model, const std::vector<std::string>& entries,
                                 const char* key) {
  std::vector<Sized<Number>> all;
  for (const std::string& entry : entries) all.emplace_back(model, entry, key);
  return all;
}

template <class Number>
Number number_for(const std::string& path, const std::vector<Sized<Number>>& patterns, Number usual) {
  for (const Sized<Number>& pattern : patterns)
    if (pattern.has(path)) usual = pattern.number;
  return usual;
}

}  // namespace

std::vector<SizedModule> lora_modules(nn::Module& model, const LoraShape& shape) {
  const auto ranks = sized<int64_t>(model, shape.rank_pattern, "lora.rank_pattern");
  const auto alphas = sized<double>(model, shape.alpha_pattern, "lora.alpha_pattern");
  std::set<std::string> excluded;
  if (!shape.exclude_modules.empty())
    for (const std::string& path : match_linears(model, shape.exclude_modules)) excluded.insert(path);
  std::vector<SizedModule> modules;
  for (const std::string& path : match_linears(model, shape.target_modules)) {
    if (excluded.contains(path)) continue;
    const int64_t rank = number_for(path, ranks, shape.rank);
    const double alpha = number_for(path, alphas, shape.alpha);
    modules.push_back(
        {path, rank, shape.rank_stabilised ? alpha * std::sqrt(static_cast<double>(rank)) : alpha});
  }
  if (modules.empty()) throw Error(nothing_left, {{"patterns", join(shape.exclude_modules)}});
  return modules;
}

}  // namespace fw::adapters
