// SPDX-License-Identifier: Apache-2.0
#include "run/run_file.h"

#include <algorithm>
#include <regex>

#include "base/atomic_file.h"
#include "base/join.h"
#include "base/paths.h"
#include "base/shared_pattern.h"
#include "run/foreign_config.h"
#include "run/settings_table.h"
#include "run/toml.h"

namespace fw::run {

namespace {

constexpr ErrorCode syntax{"run.syntax", FW_TEXT("errors", "{file}:{line}:{column}: {reason}."),
                           FW_TEXT("errors", "Run files are TOML: key = value, text in quotes.")};
constexpr ErrorCode unknown_key{"run.unknown_key",
                                FW_TEXT("errors", "{file}:{line}:{column}: unknown setting {key}."),
                                FW_TEXT("errors", "The settings reference lists all settings.")};
constexpr ErrorCode unknown_key_near{"run.unknown_key",
                                     FW_TEXT("errors", "{file}:{line}:{column}: unknown setting {key}."),
                                     FW_TEXT("errors", "Did you mean {nearest}?")};
constexpr ErrorCode wrong_type{
    "run.wrong_type", FW_TEXT("errors", "{file}:{line}:{column}: {key} must be {wanted}, not {given}."),
    FW_TEXT("errors", "For example: {example}")};
constexpr ErrorCode out_of_range{"run.out_of_range",
                                 FW_TEXT("errors", "{file}:{line}:{column}: {key} cannot be {value}."),
                                 FW_TEXT("errors", "It must be {limits}.")};
constexpr ErrorCode bad_text{
    "run.bad_text", FW_TEXT("errors", "{file}:{line}:{column}: {key}: \"{value}\" is not a {wanted}."),
    FW_TEXT("errors", "An example: {example}")};
constexpr ErrorCode missing{"run.missing", FW_TEXT("errors", "{file}: {key} is missing."),
                            FW_TEXT("errors", "Add it: {explanation}")};
constexpr ErrorCode no_end{"run.no_end", FW_TEXT("errors", "{file}: the run has no end."),
                           FW_TEXT("errors", "Set training.train_steps or training.train_epochs.")};
constexpr ErrorCode image_count{
    "run.image_count",
    FW_TEXT("errors",
            "{file}: {key} has {images} {images:image|images} for {prompts} validation "
            "{prompts:prompt|prompts}."),
    FW_TEXT("errors", "This model needs one image per prompt.")};
constexpr ErrorCode wrong_family{
    "run.wrong_family",
    FW_TEXT("errors", "{file}:{line}:{column}: {key} is {value}, but the model {model} belongs to {family}."),
    FW_TEXT("errors", "Set it to {family}, or choose another model folder.")};
constexpr ErrorCode wrong_task{
    "run.wrong_task", FW_TEXT("errors", "{file}:{line}:{column}: {key}: the model {model} only does {task}."),
    FW_TEXT("errors", "Remove the line: the task then follows from the model.")};
constexpr ErrorCode quantized_training{
    "run.quantized_training",
    FW_TEXT(
        "errors",
        "{file}:{line}:{column}: {key} is {value}, but a full fine-tune changes the weights, and quantized "
        "ones cannot be trained."),
    FW_TEXT("errors", "Remove the line, or train a LoRA: training.training_type = \"lora\"."), Blame::input};
constexpr ErrorCode no_effect{"run.no_effect",
                              FW_TEXT("errors", "{file}:{line}:{column}: {key} does nothing in this run."),
                              FW_TEXT("errors", "It is only used when {condition}.")};

std::string_view given_type(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return FW_TEXT("errors", "a table");
    case toml::node_type::array:
      return FW_TEXT("errors", "a list");
    case toml::node_type::string:
      return FW_TEXT("errors", "text");
    case toml::node_type::integer:
      return FW_TEXT("errors", "a whole number");
    case toml::node_type::floating_point:
      return FW_TEXT("errors", "a number");
    case toml::node_type::boolean:
      return FW_TEXT("errors", "true or false");
    default:
      return FW_TEXT("errors", "a date or time");
  }
}

std::string_view wanted_type(const catalog::Setting& setting) {
  static constexpr std::string_view names[] = {
      FW_TEXT("errors", "true or false"), FW_TEXT("errors", "a whole number"), FW_TEXT("errors", "a number"),
      FW_TEXT("errors", "text"), FW_TEXT("errors", "a list of texts")};
  return names[default_of(setting).index()];
}

constexpr size_t most_faults = 1000;

/// The regular expression library compiles recursively.
constexpr size_t longest_pattern = 500;

/// A fault with its position, for sorting by line.
struct FoundAt {
  TextPosition position;
  Fault fault;
};

class Reader {
 public:
  Reader(std::string_view text, const std::filesystem::path& file, Extent extent,
         const catalog::ModelSpec* model)
      : file_(to_utf8(file)), extent_(extent), model_(model) {
    run_.text = text;
    const bool whole_syntax = parse(text);
    set_defaults();
    for (const Leaf& leaf : leaves_of(root_)) {
      if (faults_.size() >= most_faults) break;  // not the intended file
      read(leaf);
    }
    if (whole_syntax && extent == Extent::whole) check_presence();
    if (model_ != nullptr) check_model();
    check_quantization();
    check_effect();
    make_paths_absolute(file);
    std::stable_sort(faults_.begin(), faults_.end(), [](const FoundAt& a, const FoundAt& b) {
      return std::pair(a.position.line, a.position.column) < std::pair(b.position.line, b.position.column);
    });
    for (FoundAt& placed : faults_) run_.faults.push_back(std::move(placed.fault));
  }
  RunFile take() { return std::move(run_); }

 private:
  /// toml++ stops at the first syntax error. To report all of them, blanks each line with an error and parses
  /// again.
  bool parse(std::string_view text) {
    std::string rest(text);
    for (int attempt = 0; attempt < 20; ++attempt) {
      try {
        root_ = parse_toml(rest);
        return attempt == 0;
      } catch (const toml::parse_error& error) {
        const TextPosition position{error.source().begin.line, error.source().begin.column};
        std::string reason(error.description());
        if (!reason.empty() && reason.back() == '.') reason.pop_back();
        add(position,
            Fault(
                syntax,
                {{"file", file_}, {"line", position.line}, {"column", position.column}, {"reason", reason}}));
        if (rest.size() > largest_toml || !blank_line(rest, position.line)) break;
      }
    }
    return false;
  }

  static bool blank_line(std::string& text, int64_t line) {
    size_t begin = 0;
    for (int64_t number = 1; number < line; ++number) {
      const size_t end = text.find('\n', begin);
      if (end == std::string::npos) return false;
      begin = end + 1;
    }
    const size_t end = std::min(text.find('\n', begin), text.size());
    const bool blank = text.find_first_not_of(" \t\r", begin) >= end;
    std::fill(text.begin() + begin, text.begin() + end, ' ');
    return !blank;  // an error in an empty line was caused elsewhere: give up
  }

  void add(TextPosition position, Fault fault) { faults_.push_back({position, std::move(fault)}); }

  void set_defaults() {
    if (const auto family = root_.at_path("model.family").value<std::string>()) {
      for (const catalog::Setting& setting : settings())
        assign(run_.settings, setting, default_of(setting, *family));
    }
    if (model_ != nullptr) run_.settings.task = model_->tasks.front();
  }

  void read(const Leaf& leaf) {
    const TextPosition position{leaf.key_begin.line, leaf.key_begin.column};
    const catalog::Setting* setting = find_setting(leaf.key);
    if (setting == nullptr) {
      if (extent_ == Extent::preset && (leaf.key == "preset" || leaf.key.starts_with("preset."))) return;
      if (leaf.node->is_table() && is_known_table(leaf.key)) return;
      const std::string nearest = nearest_key(leaf.key);
      add(position, Fault(nearest.empty() ? unknown_key : unknown_key_near, {{"file", file_},
                                                                             {"line", position.line},
                                                                             {"column", position.column},
                                                                             {"key", leaf.key},
                                                                             {"nearest", nearest}}));
      return;
    }
    const std::string key(setting->key);
    run_.given.emplace(key, position);
    const std::optional<catalog::Value> value = value_of_node(*leaf.node, *setting);
    if (!value) {
      add(position, Fault(wrong_type, {{"file", file_},
                                       {"line", position.line},
                                       {"column", position.column},
                                       {"key", key},
                                       {"given", given_type(*leaf.node)},
                                       {"wanted", wanted_type(*setting)},
                                       {"example", key + " = " + to_toml(default_of(*setting))}}));
      return;
    }
    if (check(*setting, *value, position)) assign(run_.settings, *setting, *value);
  }

  static bool is_known_table(const std::string& key) {
    const auto all = settings();
    return std::any_of(all.begin(), all.end(),
                       [&](const catalog::Setting& s) { return s.key.starts_with(key + "."); });
  }

  bool check(const catalog::Setting& setting, const catalog::Value& value, TextPosition position) {
    if (!within_limits(setting, value)) {
      const bool is_above = setting.range && number_of(value) > setting.range->most;
      add(position,
          Fault(out_of_range, {{"file", file_},
                               {"line", position.line},
                               {"column", position.column},
                               {"key", setting.key},
                               {"value", to_toml(value)},
                               {"limits", is_above ? table::most_text(setting) : limits_text(setting)}}));
      return false;
    }
    bool good = true;
    if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
      for (const std::string& text : *texts) good = check_text(setting, text, position) && good;
    } else if (setting.key == "run.device") {
      static const std::regex device("auto|cpu|cuda(:[0-9]{1,3})?");
      const auto& text = std::get<std::string>(value);
      if (!std::regex_match(text, device))
        good = refuse(setting, text, FW_TEXT("errors", "device"), "cuda:0", position);
    }
    return good;
  }

  /// @pre the setting has a range
  static double number_of(const catalog::Value& value) {
    return std::holds_alternative<double>(value) ? std::get<double>(value)
                                                 : static_cast<double>(std::get<int64_t>(value));
  }

  static bool within_limits(const catalog::Setting& setting, const catalog::Value& value) {
    if (!setting.choices.empty()) {
      const auto& text = std::get<std::string>(value);
      return std::find(setting.choices.begin(), setting.choices.end(), text) != setting.choices.end();
    }
    if (!setting.range) return true;
    const double number = number_of(value);
    // The comparisons are written so that NaN is outside.
    return (setting.range->above_least ? number > setting.range->least : number >= setting.range->least) &&
           number <= setting.range->most;
  }

  bool check_text(const catalog::Setting& setting, const std::string& text, TextPosition position) {
    switch (setting.meaning) {
      case catalog::Meaning::bucket:
        return catalog::parse_bucket(text) ||
               refuse(setting, text, FW_TEXT("errors", "shape"), "49x480x720", position);
      case catalog::Meaning::prompt:
        return parse_validation_prompt(text) || refuse(setting, text, FW_TEXT("errors", "prompt with a size"),
                                                       "A goat dances@@@49x480x720", position);
      case catalog::Meaning::module_pattern:
        try {
          if (text.size() <= longest_pattern) std::regex pattern(text, shared_pattern);
          return (!text.empty() && text.size() <= longest_pattern) ||
                 refuse(setting, text, FW_TEXT("errors", "module name"), "to_q", position);
        } catch (const std::regex_error&) {
          return refuse(setting, text, FW_TEXT("errors", "regular expression"),
                        "transformer_blocks.*to_(q|k|v)", position);
        }
      default:
        return true;
    }
  }

  bool refuse(const catalog::Setting& setting, std::string_view value, std::string_view wanted,
              std::string_view example, TextPosition position) {
    add(position, Fault(bad_text, {{"file", file_},
                                   {"line", position.line},
                                   {"column", position.column},
                                   {"key", setting.key},
                                   {"value", value},
                                   {"wanted", wanted},
                                   {"example", example}}));
    return false;
  }

  void check_presence() {
    constexpr TextPosition at_end{1 << 30, 0};
    for (const catalog::Setting& setting : settings()) {
      if (setting.required && !run_.given.contains(std::string(setting.key))) {
        add(at_end,
            Fault(missing, {{"file", file_}, {"key", setting.key}, {"explanation", setting.explanation}}));
      }
    }
    const RunSettings& run = run_.settings;
    if (run.train_steps == 0 && run.train_epochs == 0) add(at_end, Fault(no_end, {{"file", file_}}));
    // A model for both tasks also makes clips without a picture.
    const bool needs_images = run.task == catalog::VideoTask::image_to_video &&
                              (model_ == nullptr || !model_->can(catalog::VideoTask::text_to_video) ||
                               !run.validation_images.empty());
    const auto check_images = [&](const char* key, const std::vector<std::string>& images) {
      const size_t prompts = run.validation_prompts.size();
      if (needs_images && images.size() != prompts)
        add(at_end, Fault(image_count,
                          {{"file", file_}, {"key", key}, {"prompts", prompts}, {"images", images.size()}}));
    };
    check_images("validation.validation_images", run.validation_images);
    if (!run.validation_last_images.empty() || (model_ != nullptr && model_->needs_last_frame))
      check_images("validation.validation_last_images", run.validation_last_images);
  }

  void check_quantization() {
    const auto given = run_.given.find("memory.quantization");
    if (given == run_.given.end() || run_.settings.training_type == TrainingType::lora ||
        run_.settings.quantization == catalog::Quantization::none)
      return;
    add(given->second, Fault(quantized_training, {{"file", file_},
                                                  {"line", given->second.line},
                                                  {"column", given->second.column},
                                                  {"key", given->first},
                                                  {"value", name_of(run_.settings.quantization)}}));
  }

  /// Checks the file against the model in its folder.
  void check_model() {
    const RunSettings& run = run_.settings;
    const auto family = run_.given.find("model.family");
    if (family != run_.given.end() && run.family != model_->family) {
      add(family->second, Fault(wrong_family, {{"file", file_},
                                               {"line", family->second.line},
                                               {"column", family->second.column},
                                               {"key", family->first},
                                               {"value", run.family},
                                               {"model", model_->rules.model},
                                               {"family", model_->family}}));
    }
    if (const auto task = run_.given.find("training.task");
        task != run_.given.end() && !model_->can(run.task)) {
      add(task->second, Fault(wrong_task, {{"file", file_},
                                           {"line", task->second.line},
                                           {"column", task->second.column},
                                           {"key", task->first},
                                           {"model", model_->rules.model},
                                           {"task", name_of(model_->tasks.front())}}));
    }
  }

  void check_effect() {
    for (const catalog::Setting& setting : settings()) {
      const auto given = run_.given.find(std::string(setting.key));
      if (given == run_.given.end() || applies(setting, run_.settings)) continue;
      std::string condition;
      for (const catalog::Condition& each : setting.applies_to) {
        append_item(condition, std::string(each.key) + " = " + join(each.values, " | "));
      }
      run_.notes.emplace_back(no_effect, std::initializer_list<Argument>{{"file", file_},
                                                                         {"line", given->second.line},
                                                                         {"column", given->second.column},
                                                                         {"key", setting.key},
                                                                         {"condition", condition}});
    }
  }

  void make_paths_absolute(const std::filesystem::path& file) {
    const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    const auto absolute = [&](std::string& text) {
      if (!text.empty()) text = to_utf8((folder / text).lexically_normal());
    };
    for (const catalog::Setting& setting : settings()) {
      if (!catalog::is_path(setting.meaning)) continue;
      catalog::Value value = value_of(run_.settings, setting);
      if (auto* one = std::get_if<std::string>(&value)) absolute(*one);
      if (auto* list = std::get_if<std::vector<std::string>>(&value)) std::ranges::for_each(*list, absolute);
      assign(run_.settings, setting, std::move(value));
    }
  }

  std::string file_;
  Extent extent_;
  const catalog::ModelSpec* model_;
  toml::table root_;
  RunFile run_;
  std::vector<FoundAt> faults_;
};

/// Number of characters to change, insert or delete (Levenshtein).
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j - 1] + 1, row[j] + 1, replaced});
    }
  }
  return row.back();
}

std::string_view last_part(std::string_view key) {
  return key.substr(key.rfind('.') + 1);  // npos + 1 is 0
}

}  // namespace

std::string nearest_key(std::string_view key) {
  if (key.size() > 100) return {};  // the cost grows with the length
  const std::string_view name = last_part(key);
  std::string best;
  size_t best_distance = name.size() / 3 + 2;  // beyond that, it is a different word
  const auto consider = [&](std::string_view candidate, std::string_view spelled, std::string_view asked) {
    const size_t distance = edit_distance(asked, spelled);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  };
  for (const catalog::Setting& setting : settings()) {
    consider(setting.key, setting.key, key);
    consider(setting.key, last_part(setting.key), name);
    for (const catalog::ForeignFlag& other : setting.flags) consider(setting.key, other.flag, name);
  }
  return best;
}

std::vector<Leaf> leaves_of(const toml::table& root) {
  std::vector<Leaf> leaves;
  const auto walk = [&](const auto& self, const toml::table& table, const std::string& prefix) -> void {
    for (const auto& [key, node] : table) {
      const std::string_view part = key.str();
      const bool ambiguous = part.find('.') != std::string_view::npos;
      const std::string path = prefix + (ambiguous ? to_toml(std::string(part)) : std::string(part));
      const toml::table* inner = node.as_table();
      if (inner != nullptr && !inner->empty() && find_setting(path) == nullptr) {
        self(self, *inner, path + ".");
      } else {
        leaves.push_back({path, key.source().begin, &node});
      }
    }
  };
  walk(walk, root, "");
  std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) {
    return std::pair(a.key_begin.line, a.key_begin.column) < std::pair(b.key_begin.line, b.key_begin.column);
  });
  return leaves;
}

std::optional<catalog::Value> value_of_node(const toml::node& node, const catalog::Setting& setting) {
  const catalog::Value wanted = default_of(setting);
  if (std::holds_alternative<bool>(wanted)) {
    if (const auto* flag = node.as_boolean()) return flag->get();
  } else if (std::holds_alternative<int64_t>(wanted)) {
    if (const auto* number = node.as_integer()) return number->get();
  } else if (std::holds_alternative<double>(wanted)) {
    if (const auto* number = node.as_floating_point()) return number->get();
    if (const auto* number = node.as_integer()) return static_cast<double>(number->get());
  } else if (std::holds_alternative<std::string>(wanted)) {
    if (const auto* text = node.as_string()) return text->get();
  } else if (const auto* list = node.as_array()) {
    std::vector<std::string> texts;
    for (const toml::node& entry : *list) {
      const auto* text = entry.as_string();
      if (text == nullptr) return std::nullopt;
      texts.push_back(text->get());
    }
    return texts;
  }
  return std::nullopt;
}

RunFile parse_run_file(std::string_view text, const std::filesystem::path& file, Extent extent,
                       const catalog::ModelSpec* model) {
  RunFile run = Reader(text, file, extent, model).take();
  if (run.faults.empty()) return run;
  if (auto foreign = foreign_config(text, to_utf8(file))) run.faults = {std::move(*foreign)};
  return run;
}

RunFile read_run_text(std::string_view text, const std::filesystem::path& file) {
  RunFile run = parse_run_file(text, file);
  if (run.settings.model_folder.empty()) return run;
  try {
    const catalog::ModelSpec model = catalog::recognise_model(model_source(run.settings));
    return parse_run_file(text, file, Extent::whole, &model);
  } catch (const Error&) {
    return run;  // the user of the model reports its problems
  }
}

std::string run_file_text(const std::filesystem::path& file) {
  return read_file(file, largest_toml);
}

RunFile read_run_file(const std::filesystem::path& file) {
  return read_run_text(run_file_text(file), file);
}

}  // namespace fw::run
