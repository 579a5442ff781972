// SPDX-License-Identifier: Apache-2.0
#include "interchange/run_mapping.h"

#include <algorithm>
#include <charconv>

#include "base/join.h"
#include "catalog/catalog.h"
#include "interchange/flag_errors.h"
#include "interchange/optimizer_names.h"
#include "run/run_file.h"

namespace fw::interchange {

namespace {

std::string lower_text(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string letters_of(std::string_view text) {
  std::string letters;
  for (const unsigned char c : text)
    if (std::isalnum(c) != 0) letters += static_cast<char>(std::tolower(c));
  return letters;
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (size_t at = 0; separator.size() > 0;) {
    const size_t end = text.find(separator, at);
    parts.emplace_back(text.substr(at, end - at));
    if (end == std::string_view::npos) return parts;
    at = end + separator.size();
  }
  return {std::string(text)};
}

/// Values of other trainers, in lower case, for those here.
struct ValueName {
  std::string_view setting, theirs, ours;
};
constexpr ValueName value_names[] = {
    {"training.mixed_precision", "no", "fp32"},
    {"training.mixed_precision", "bfloat16", "bf16"},
    {"training.mixed_precision", "bfloat_16", "bf16"},
    {"training.mixed_precision", "float16", "fp16"},
    {"training.mixed_precision", "float_16", "fp16"},
    {"training.mixed_precision", "float32", "fp32"},
    {"training.mixed_precision", "float_32", "fp32"},
    {"training.mixed_precision", "float", "fp32"},
    {"training.training_type", "full-finetune", "sft"},
    {"training.training_type", "full_finetune", "sft"},
    {"training.training_type", "full", "sft"},
    {"training.training_type", "fine_tune", "sft"},
    {"memory.quantization", "true", "fp8"},
    {"memory.quantization", "", "fp8"},
    {"memory.quantization", "float8", "fp8"},
    {"memory.quantization", "float_8", "fp8"},
    {"memory.quantization", "qfloat8", "fp8"},
    {"memory.quantization", "fp8-quanto", "fp8"},
    {"memory.quantization", "fp8-torchao", "fp8"},
    {"memory.quantization", "int8-quanto", "int8"},
    {"memory.quantization", "int8-torchao", "int8"},
    {"memory.quantization", "int_8", "int8"},
    {"memory.quantization", "qint8", "int8"},
    {"memory.quantization", "nfloat_4", "nf4"},
    {"memory.quantization", "nf4-bnb", "nf4"},
    {"memory.quantization", "no_change", "none"},
    {"memory.quantization", "bfloat_16", "none"},
    {"memory.quantization", "bfloat16", "none"},
    {"memory.quantization", "float_16", "none"},
    {"memory.quantization", "float_32", "none"},
    {"flow.weighting_scheme", "uniform", "none"},
    {"optimizer.optimizer", "adamw8", "adamw_8bit"},
    {"optimizer.optimizer", "adamw8bitkahan", "adamw_8bit"},
    {"optimizer.optimizer", "bnb-adamw8bit", "adamw_8bit"},
    {"optimizer.optimizer", "bitsandbytes.optim.adamw8bit", "adamw_8bit"},
    {"optimizer.optimizer", "torch.optim.adamw", "adamw"},
    {"optimizer.optimizer", "adamw_optimi", "adamw"},
    {"optimizer.optimizer", "optimi-adamw", "adamw"},
    {"optimizer.optimizer", "adamw_bf16", "adamw"},
};

std::string our_name(std::string_view setting, std::string text) {
  for (const ValueName& each : value_names)
    if (each.setting == setting && each.theirs == text) return std::string(each.ours);
  return setting == "optimizer.optimizer" ? optimizer_name(std::move(text), false) : text;
}

bool is_prefix_rule(const KeyRule& rule) {
  return rule.key.ends_with('*');
}

const KeyRule* rule_for(const ForeignTrainer& trainer, std::string_view key) {
  const auto exact = std::ranges::find(trainer.rules, key, &KeyRule::key);
  if (exact != trainer.rules.end()) return &*exact;
  const auto begins = std::ranges::find_if(trainer.rules, [&](const KeyRule& rule) {
    return is_prefix_rule(rule) && key.starts_with(rule.key.substr(0, rule.key.size() - 1));
  });
  return begins == trainer.rules.end() ? nullptr : &*begins;
}

/// "lr = 1e-4"; without the values of passwords.
std::string written(const ForeignKey& key) {
  constexpr size_t most_bytes = 60;
  const std::string name = lower_text(key.name);
  for (const char* secret : {"api_key", "token", "secret", "password"})
    if (name.ends_with(secret)) return key.name;
  const std::string text = join(key.values);
  return key.name + " = " + (text.size() > most_bytes ? "…" : text);
}

}  // namespace

template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}
template std::optional<int64_t> parse_number(std::string_view text);
template std::optional<double> parse_number(std::string_view text);

const catalog::Family* family_named(std::string_view name) {
  const std::string letters = letters_of(name);
  const catalog::Family* found = nullptr;
  size_t longest = 0;
  const auto look_at = [&](const catalog::Family* family, std::string_view known) {
    const std::string its = letters_of(known);
    if (its.size() <= longest || !letters.starts_with(its)) return;
    longest = its.size();
    found = family;
  };
  for (const catalog::Family* family : catalog::families()) {
    look_at(family, family->id);
    for (const std::string_view other : family->other_names) look_at(family, other);
  }
  return found;
}

std::string ForeignKey::text() const {
  return join(values, " ");
}

ForeignKey* RunMapping::find(std::string_view name) {
  const auto found =
      std::find_if(keys_.rbegin(), keys_.rend(), [&](const auto& k) { return k.name == name; });
  return found == keys_.rend() ? nullptr : &*found;
}
const ForeignKey* RunMapping::find(std::string_view name) const {
  return const_cast<RunMapping*>(this)->find(name);
}

bool RunMapping::is_on(std::string_view name) const {
  const ForeignKey* const key = find(name);
  return key != nullptr && lower_text(key->text()) != "false" && key->text() != "0";
}

std::optional<std::string> RunMapping::text_of(std::string_view name) const {
  const ForeignKey* const key = find(name);
  return key == nullptr ? std::nullopt : std::optional(key->text());
}

std::optional<double> RunMapping::number_of(std::string_view name) const {
  const ForeignKey* const key = find(name);
  return key == nullptr ? std::nullopt : parse_number<double>(key->text());
}

void RunMapping::take_out(std::string_view name) {
  std::erase_if(keys_, [&](const ForeignKey& key) { return key.name == name; });
}

std::optional<std::string> RunMapping::read(const std::string& name) const {
  return named_file_ ? named_file_(name) : std::nullopt;
}

const catalog::Value* RunMapping::value_of(std::string_view setting) const {
  const auto found = values_.find(std::string(setting));
  return found == values_.end() ? nullptr : &found->second;
}

void RunMapping::set(const ForeignKey& key, std::string_view setting, catalog::Value value) {
  const std::string line = std::string(setting) + " = " + run::to_toml(value);
  if (run::parse_run_file(line, "flags.toml", run::Extent::part).faults.empty())
    put(setting, std::move(value));
  else
    refuse(key, setting);
}

void RunMapping::set_text(const ForeignKey& key, std::string_view setting) {
  if (auto value = convert(key, *run::find_setting(setting)))
    set(key, setting, std::move(*value));
  else
    refuse(key, setting);
}

bool RunMapping::move(std::string_view name, std::string_view setting) {
  const ForeignKey* const key = find(name);
  if (key == nullptr) return false;
  set_text(*key, setting);
  take_out(name);
  return true;
}

std::string RunMapping::own_setting(std::string_view name) const {
  const catalog::Value* const family = value_of("model.family");
  if (family == nullptr) return {};
  const std::string key = "model." + std::get<std::string>(*family) + "." + std::string(name);
  return run::find_setting(key) == nullptr ? std::string() : key;
}

void RunMapping::move_to_own(std::string_view name, std::string_view own) {
  if (const std::string setting = own_setting(own); !setting.empty()) move(name, setting);
}

std::optional<catalog::Value> RunMapping::convert(const ForeignKey& key,
                                                  const catalog::Setting& setting) const {
  std::string text = key.text();
  const catalog::Value like = run::value_of(run::RunSettings{}, setting);
  if (std::holds_alternative<bool>(like)) {
    text = lower_text(text);
    if (text.empty() || text == "true" || text == "1" || text == "on") return true;
    if (text == "false" || text == "0" || text == "off") return false;
    return std::nullopt;
  }
  if (std::holds_alternative<std::vector<std::string>>(like)) {
    // A file name, not a prompt.
    if (setting.key == "validation.validation_prompts" && text.ends_with(".txt")) return std::nullopt;
    const bool joined = style_ == Style::flags && setting.key.starts_with("validation.");
    return joined ? split(text, separator_) : key.values;
  }
  if (std::holds_alternative<int64_t>(like)) {
    if (const auto number = parse_number<int64_t>(text)) return *number;
    const auto number = parse_number<double>(text);  // JSON and YAML write 200.0 and 1e3, too
    constexpr double most = int64_t{1} << 53;
    if (number && *number >= -most && *number <= most &&
        *number == static_cast<double>(static_cast<int64_t>(*number)))
      return static_cast<int64_t>(*number);
    return std::nullopt;
  }
  if (std::holds_alternative<double>(like)) {
    if (const auto number = parse_number<double>(text)) return *number;
    return std::nullopt;
  }
  if (setting.key == "model.family") {
    const catalog::Family* const family = family_named(text);
    return family == nullptr ? text : std::string(family->id);
  }
  if (!setting.choices.empty()) text = our_name(setting.key, lower_text(text));
  const auto is_word = [](unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0; };
  if (setting.key == "data.id_token" && !std::ranges::any_of(text, is_word)) return std::nullopt;
  return text;
}

void RunMapping::report_unknown(const ForeignKey& key) {
  if (style_ == Style::keys) {
    unknown_.push_back(written(key));
    return;
  }
  report(Fault(unknown_flag, {{"flag", key.name}, {"value", key.text()}}));
}

void RunMapping::report_advice(const ForeignKey& key, std::string_view advice) {
  if (style_ == Style::flags)
    return report(Fault(other_means, {{"flag", key.name}, {"value", key.text()}, {"advice", advice}}));
  auto group = std::ranges::find_if(advised_, [&](const auto& each) { return each.first == advice; });
  if (group == advised_.end()) group = advised_.insert(advised_.end(), {advice, {}});
  group->second.push_back(written(key));
}

void RunMapping::refuse(const ForeignKey& key, std::string_view setting) {
  const catalog::Setting& known = *run::find_setting(setting);
  report(Fault(style_ == Style::flags ? bad_flag : bad_key, {{"flag", key.name},
                                                             {"value", key.text()},
                                                             {"key", known.key},
                                                             {"type", run::type_name(known)},
                                                             {"limits", run::limits_text(known)}}));
}

void RunMapping::advise(std::string_view name, std::string_view advice) {
  std::vector<ForeignKey> given;
  std::ranges::copy_if(keys_, std::back_inserter(given), [&](const auto& key) { return key.name == name; });
  for (const ForeignKey& key : given) report_advice(key, advice);
  take_out(name);
}

void RunMapping::map_by(const ForeignTrainer& trainer) {
  for (const ForeignKey& key : keys_) {
    const KeyRule* const rule = rule_for(trainer, key.name);
    if (rule == nullptr)
      report_unknown(key);
    else if (!rule->setting.empty())
      set_text(key, rule->setting);
    else
      report_advice(key, rule->advice);
  }
  keys_.clear();
}

void RunMapping::report_gathered() {
  for (const auto& [advice, keys] : advised_)
    report(Fault(key_other_means, {{"keys", join(keys)}, {"advice", advice}}));
  if (!unknown_.empty()) report(Fault(unknown_keys, {{"keys", join(unknown_)}}));
  advised_.clear();
  unknown_.clear();
}

ImportedFlags RunMapping::finish(const std::map<std::string, catalog::Value>& defaults,
                                 std::string_view trainer) {
  report_gathered();
  return {write(defaults, trainer), std::move(unmapped_)};
}

std::string RunMapping::write(const std::map<std::string, catalog::Value>& defaults,
                              std::string_view trainer) const {
  run::RunSettings run;
  for (const auto& [key, value] : defaults) run::assign(run, *run::find_setting(key), value);
  for (const auto& [key, value] : values_) run::assign(run, *run::find_setting(key), value);
  std::string toml = "# Imported from " + file_ + "\n";
  std::string table;
  for (const catalog::Setting& setting : run::settings()) {
    const std::string key(setting.key);
    const bool given = values_.contains(key);
    if (setting.key != "schema" && !given && (!defaults.contains(key) || !run::applies(setting, run)))
      continue;
    const size_t dot = key.rfind('.');
    const std::string its_table = dot == std::string::npos ? "" : key.substr(0, dot);
    if (its_table != table) toml += "\n[" + its_table + "]\n";
    table = its_table;
    toml += key.substr(dot + 1) + " = " + run::to_toml(run::value_of(run, setting));
    if (!given && setting.key != "schema") toml += "  # default of " + std::string(trainer);
    toml += '\n';
  }
  return toml;
}

}  // namespace fw::interchange
