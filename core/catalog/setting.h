// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The declaration of a setting, from which the parser, --help, the window's form, the importers of other
/// trainers' scripts and the reference page (resources/help/settings.md) are generated.
namespace fw::run {
struct RunSettings;
}

namespace fw::catalog {

using run::RunSettings;
using Value = std::variant<bool, int64_t, double, std::string, std::vector<std::string>>;

/// For a member that is an enum (base/choices.h). The setting's value is the name.
struct ChoiceMember {
  std::string_view (*get)(const RunSettings& run);
  void (*set)(RunSettings& run, std::string_view word);
};

/// Values by the keys of their settings.
using OwnValues = std::map<std::string, Value, std::less<>>;

/// Where RunSettings stores a setting; monostate: under its key, in RunSettings::own.
using Member =
    std::variant<std::monostate, bool RunSettings::*, int64_t RunSettings::*, double RunSettings::*,
                 std::string RunSettings::*, std::vector<std::string> RunSettings::*, ChoiceMember>;

/// The meaning of a text: determines how a form edits it and how the parser checks it.
enum class Meaning { plain, folder, file, model, bucket, module_pattern, prompt };
/// True if it names something on disk; a model is a folder or one file.
constexpr bool is_path(Meaning meaning) {
  return meaning == Meaning::folder || meaning == Meaning::file || meaning == Meaning::model;
}

/// Bounds of a number, inclusive unless `above_least` is set.
struct Range {
  double least = 0;
  double most = 0;
  bool above_least = false;
};

/// Holds if the setting `key` has one of `values`.
struct Condition {
  std::string_view key;
  std::vector<std::string_view> values;
};

/// Basic settings are those for first-time users.
enum class Level { advanced, basic };

/// The flag of a setting in another trainer, without dashes.
struct ForeignFlag {
  std::string_view trainer;
  std::string_view flag;
};
inline constexpr std::string_view finetrainers = "finetrainers";
inline constexpr std::string_view factory = "CogVideoX-Factory";

/// A declared setting. Its type and general default are those of `member` in RunSettings{}, otherwise of
/// `standard`.
struct Setting {
  std::string_view key;    ///< in the run file: "lora.rank"
  std::string_view label;  ///< English source text for a form
  Member member = {};
  Value standard = {};
  std::string_view unit = {};  ///< "steps"; may be empty
  std::optional<Range> range = {};
  std::vector<std::string_view> choices = {};
  Meaning meaning = Meaning::plain;
  Level level = Level::advanced;
  bool required = false;
  std::vector<Condition> applies_to = {};  ///< all must hold for the setting to have an effect
  std::vector<ForeignFlag> flags = {};
  std::vector<std::string_view> old_keys = {};  ///< former names, still read
  std::string_view saving = {};                 ///< how it saves memory, for a sentence in plans
  std::string_view explanation = {};            ///< one paragraph, English source text
};

}  // namespace fw::catalog
