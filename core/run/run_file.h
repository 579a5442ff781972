// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalog/catalog.h"
#include "run/run_settings.h"

/// The run file: one TOML file that the window edits and the command line takes.
namespace fw::run {

struct TextPosition {
  int64_t line = 0;    ///< from 1
  int64_t column = 0;  ///< from 1, in characters
};

/// A run file that was read, with everything that is wrong with it.
struct RunFile {
  std::string text;
  RunSettings settings;                       ///< defaults where the file says nothing or something wrong
  std::map<std::string, TextPosition> given;  ///< keys that the file sets, and where
  std::vector<Fault> faults;                  ///< all problems at once, in the order of the lines
  std::vector<Fault> notes;                   ///< what is set and does nothing in this run
};

/// Whether required settings must be there: a form half filled in is a part, and so is a preset, which has a
/// table [preset] besides (preset.h).
enum class Extent { whole, part, preset };

/// Reads a run file's text. Paths in the settings are made absolute from the file's folder.
/// @param model  what the model folder holds, where that is known: the task follows from it
/// Thread: any. Cost: below a millisecond for a kilobyte.
RunFile parse_run_file(std::string_view text, const std::filesystem::path& file,
                       Extent extent = Extent::whole, const catalog::ModelSpec* model = nullptr);

/// The text of a run file from anywhere. @throws fw::Error base.read_failed; base.file_too_large over 1 MiB
std::string run_file_text(const std::filesystem::path& file);
/// As parse_run_file(), with the model in the folder that the text names, if there is one: three more files.
RunFile read_run_text(std::string_view text, const std::filesystem::path& file);
/// @throws as run_file_text()
RunFile read_run_file(const std::filesystem::path& file);

/// A run file in which nothing is set.
inline constexpr std::string_view empty_run_text = "schema = 1\n";
/// The required keys that the text does not set. @pre it has no syntax error
std::vector<std::string> missing_keys(std::string_view text);

/// Sets `key` in the text of a run file and changes nothing else: comments, order and line ends stay.
/// @pre the text has no syntax error
/// @throws fw::Error run.not_editable when the text gives the key's table a form in which it cannot be set
std::string set_in_text(std::string_view text, std::string_view key, const catalog::Value& value);
/// Takes `key` out, so that its default holds; its comment on the same line goes with it.
std::string remove_from_text(std::string_view text, std::string_view key);

/// "key=value" of a command line, the value as TOML or, for text, bare; laid over the text.
/// @throws fw::Error run.bad_override when it names no setting or is no value of its type
std::string override_in_text(std::string_view text, std::string_view assignment);

/// Lays every key that `preset` sets over `text`. @pre neither has a syntax error
std::string apply_preset(std::string_view text, std::string_view preset);

/// The key that a user may have meant: by spelling, by its last part, or by its name in another trainer.
/// Empty when none is near.
std::string nearest_key(std::string_view key);

}  // namespace fw::run
