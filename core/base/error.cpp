// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <algorithm>

namespace fw {

Fault::Fault(const ErrorCode& kind, std::initializer_list<Argument> list)
    : code(kind.code), text(kind.text), hint(kind.hint), blame(kind.blame) {
  for (const Argument& argument : list) arguments.emplace(argument.name, argument.value);
}

std::string fill_placeholders(std::string_view text, const std::map<std::string, std::string>& arguments) {
  std::string filled;
  filled.reserve(text.size());
  while (!text.empty()) {
    const size_t open = text.find('{');
    filled += text.substr(0, open);
    if (open == std::string_view::npos) break;
    text.remove_prefix(open);
    const size_t close = text.find('}');
    if (close == std::string_view::npos) {
      filled += text;
      break;
    }
    const std::string_view inside = text.substr(1, close - 1);
    const size_t colon = inside.find(':');
    const auto found = arguments.find(std::string(inside.substr(0, colon)));
    if (found == arguments.end()) {
      filled += text.substr(0, close + 1);
    } else if (colon == std::string_view::npos) {
      filled += found->second;
    } else {
      const std::string_view forms = inside.substr(colon + 1);
      const size_t bar = std::min(forms.find('|'), forms.size());
      filled += found->second == "1" ? forms.substr(0, bar) : forms.substr(std::min(bar + 1, forms.size()));
    }
    text.remove_prefix(close + 1);
  }
  return filled;
}

std::string Fault::message() const {
  return fill_placeholders(text, arguments);
}

std::string Fault::full_message() const {
  return hint.empty() ? message() : message() + " " + fill_placeholders(hint, arguments);
}

void to_json(nlohmann::json& json, const Fault& fault) {
  json = {{"code", fault.code},           {"text", fault.text},
          {"hint", fault.hint},           {"blame", fault.blame == Blame::input ? "input" : "job"},
          {"arguments", fault.arguments}, {"message", fault.message()}};
}

void from_json(const nlohmann::json& json, Fault& fault) {
  json.at("code").get_to(fault.code);
  json.at("text").get_to(fault.text);
  json.at("hint").get_to(fault.hint);
  fault.blame = json.at("blame") == "input" ? Blame::input : Blame::job;
  json.at("arguments").get_to(fault.arguments);
}

std::string full_message(const std::vector<Fault>& faults) {
  if (faults.size() == 1) return faults.front().full_message();
  std::string text;
  for (const Fault& fault : faults) text += "\n- " + fault.full_message();
  return text;
}

void throw_faults(const std::vector<Fault>& faults, const ErrorCode& together) {
  if (faults.size() == 1) throw Error(faults.front());
  if (!faults.empty()) throw Error(together, {{"problems", full_message(faults)}});
}

}  // namespace fw
