// SPDX-License-Identifier: Apache-2.0
#include "adapters/module_match.h"

#include <algorithm>
#include <span>

#include "base/error.h"
#include "base/join.h"
#include "base/shared_pattern.h"
#include "nn/linear.h"

namespace fw::adapters {

namespace {

constexpr ErrorCode bad_pattern{
    "adapters.bad_pattern", FW_TEXT("errors", "\"{pattern}\" is not a regular expression: {reason}."),
    FW_TEXT("errors", "Give the end of a module's name, such as to_q, or correct the expression."),
    Blame::input};
constexpr ErrorCode no_match{
    "adapters.no_match", FW_TEXT("errors", "No module of this model matches {patterns}."),
    FW_TEXT("errors", "Its linear layers have names like these: {examples}."), Blame::input};

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '_'; });
}

/// Returns the paths that match the patterns; throws for patterns without a match.
std::vector<std::string> matching(const std::vector<std::string>& paths,
                                  const std::vector<std::string>& texts) {
  std::vector<ModulePattern> patterns;
  for (const std::string& text : texts) patterns.emplace_back(text);
  std::vector<bool> used(patterns.size());
  std::vector<std::string> chosen;
  for (const std::string& path : paths) {
    bool meant = false;
    for (size_t i = 0; i < patterns.size(); ++i) {
      if (!patterns[i].matches(path)) continue;
      used[i] = true;
      meant = true;
    }
    if (meant) chosen.push_back(path);
  }
  std::string unused;
  for (size_t i = 0; i < patterns.size(); ++i) {
    if (!used[i]) append_item(unused, patterns[i].text());
  }
  if (!unused.empty()) {
    const auto examples = std::span(paths).first(std::min<size_t>(paths.size(), 5));
    throw Error(no_match, {{"patterns", unused}, {"examples", join(examples)}});
  }
  return chosen;
}

}  // namespace

struct ModulePattern::Regex {
  std::regex expression;
};

ModulePattern::ModulePattern(std::string text) : text_(std::move(text)) {
  if (is_plain(text_)) return;
  try {
    regex_ = std::make_unique<Regex>(Regex{std::regex(text_, shared_pattern)});
  } catch (const std::regex_error& error) {
    throw Error(bad_pattern, {{"pattern", text_}, {"reason", error.what()}});
  }
}
ModulePattern::~ModulePattern() = default;
ModulePattern::ModulePattern(ModulePattern&&) noexcept = default;

bool ModulePattern::matches(std::string_view path) const {
  if (regex_) return std::regex_match(path.begin(), path.end(), regex_->expression);
  if (!path.ends_with(text_)) return false;
  return path.size() == text_.size() || path[path.size() - text_.size() - 1] == '.';
}

std::vector<std::string> linear_paths(nn::Module& model) {
  std::vector<std::string> paths;
  model.for_each_module([&](const std::string& path, nn::Module& module) {
    if (dynamic_cast<nn::Linear*>(&module) != nullptr) paths.push_back(path);
  });
  return paths;
}

std::vector<std::string> match_linears(nn::Module& model, const std::vector<std::string>& patterns) {
  return matching(linear_paths(model), patterns);
}

std::vector<std::string> match_parameters(nn::Module& model, const std::vector<std::string>& patterns) {
  std::vector<std::string> modules;
  if (!patterns.empty()) {
    std::vector<std::string> paths;
    model.for_each_module([&](const std::string& path, nn::Module&) { paths.push_back(path); });
    modules = matching(paths, patterns);
  }
  std::vector<std::string> names;
  model.for_each_parameter([&](const std::string& name, const torch::Tensor&) {
    const auto holds = [&](const std::string& path) { return name.starts_with(path + "."); };
    if (patterns.empty() || std::any_of(modules.begin(), modules.end(), holds)) names.push_back(name);
  });
  return names;
}

}  // namespace fw::adapters
