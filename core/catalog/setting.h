// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The declaration of a setting. Parser, --help, the window's form, the importers of other trainers' scripts
/// and the reference page (resources/help/settings.md) are made from it.
namespace fw::run {
struct RunSettings;
}

namespace fw::catalog {

using run::RunSettings;
using Value = std::variant<bool, int64_t, double, std::string, std::vector<std::string>>;

/// A member that is an enum (base/choices.h). Its value as a setting is its name.
struct ChoiceMember {
  std::string_view (*get)(const RunSettings& run);
  void (*set)(RunSettings& run, std::string_view word);
};

/// Values by the keys of their settings.
using OwnValues = std::map<std::string, Value, std::less<>>;

/// Where RunSettings keeps a setting; none: under its key, in RunSettings::own.
using Member =
    std::variant<std::monostate, bool RunSettings::*, int64_t RunSettings::*, double RunSettings::*,
                 std::string RunSettings::*, std::vector<std::string> RunSettings::*, ChoiceMember>;

/// What a text stands for: how a form edits it and how the parser checks it.
enum class Meaning { plain, folder, file, model, bucket, module_pattern, prompt };
/// Whether it names something on disk; a model is a folder or one file.
constexpr bool is_path(Meaning meaning) {
  return meaning == Meaning::folder || meaning == Meaning::file || meaning == Meaning::model;
}

/// Bounds of a number; both ends belong to the range unless `above_least` says otherwise.
struct Range {
  double least = 0;
  double most = 0;
  bool above_least = false;
};

/// Fulfilled when the setting `key` has one of `values`.
struct Condition {
  std::string_view key;
  std::vector<std::string_view> values;
};

/// Basic is what a person sets who trains for the first time.
enum class Level { advanced, basic };

/// What a setting is called in another trainer: its flag there, without the dashes.
struct ForeignFlag {
  std::string_view trainer;
  std::string_view flag;
};
inline constexpr std::string_view finetrainers = "finetrainers";
inline constexpr std::string_view factory = "CogVideoX-Factory";

/// One declared setting. Its type and usual default are those of `member` in RunSettings{}, else of
/// `standard`.
struct Setting {
  std::string_view key;    ///< as in the run file: "lora.rank"
  std::string_view label;  ///< English source text for a form
  Member member = {};
  Value standard = {};
  std::string_view unit = {};  ///< "steps"; empty when it has none
  std::optional<Range> range = {};
  std::vector<std::string_view> choices = {};
  Meaning meaning = Meaning::plain;
  Level level = Level::advanced;
  bool required = false;
  std::vector<Condition> applies_to = {};  ///< all must hold, or the setting does nothing
  std::vector<ForeignFlag> flags = {};
  std::vector<std::string_view> old_keys = {};  ///< what run files and recipes called it before: still read
  std::string_view saving = {};                 ///< what it saves memory by, for a plan's sentence
  std::string_view explanation = {};            ///< one paragraph, English source text
};

}  // namespace fw::catalog
