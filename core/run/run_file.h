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

/// The run file: a TOML file edited by the window and read by the command line.
namespace fw::run {

struct TextPosition {
  int64_t line = 0;    ///< from 1
  int64_t column = 0;  ///< from 1, in characters
};

/// A parsed run file with all its errors.
struct RunFile {
  std::string text;
  RunSettings settings;                       ///< defaults for missing and invalid values
  std::map<std::string, TextPosition> given;  ///< keys that the file sets, with their positions
  std::vector<Fault> faults;                  ///< all problems, in line order
  std::vector<Fault> notes;                   ///< settings that have no effect in this run
};

/// Whether required settings must be present: not in a half-filled form (a part) or in a preset, which also
/// has a table [preset] (preset.h).
enum class Extent { whole, part, preset };

/// Parses a run file's text. Relative paths are resolved against the file's folder.
/// @param model  the model in the model folder, if known: it determines the task
/// Thread: any. Cost: below 1 ms per kilobyte.
RunFile parse_run_file(std::string_view text, const std::filesystem::path& file,
                       Extent extent = Extent::whole, const catalog::ModelSpec* model = nullptr);

/// Reads an untrusted run file's text. @throws fw::Error base.read_failed; base.file_too_large over 1 MiB
std::string run_file_text(const std::filesystem::path& file);
/// Like parse_run_file(), with the model in the folder that the text names, if any: reads three more files.
RunFile read_run_text(std::string_view text, const std::filesystem::path& file);
/// @throws as run_file_text()
RunFile read_run_file(const std::filesystem::path& file);

/// A run file without settings.
inline constexpr std::string_view empty_run_text = "schema = 1\n";
/// The required keys that the text does not set. @pre no syntax error
std::vector<std::string> missing_keys(std::string_view text);

/// Sets `key` in the text of a run file and changes nothing else: comments, order and line endings stay.
/// @pre the text has no syntax error
/// @throws fw::Error run.not_editable if the form of the key's table does not allow it to be set
std::string set_in_text(std::string_view text, std::string_view key, const catalog::Value& value);
/// Removes `key`, so that its default applies, with a comment on the same line.
std::string remove_from_text(std::string_view text, std::string_view key);

/// Applies "key=value" from a command line to the text; the value is TOML or, for texts, unquoted.
/// @throws fw::Error run.bad_override for an unknown setting or a value of the wrong type
std::string override_in_text(std::string_view text, std::string_view assignment);

/// Applies every key of `preset` to `text`. @pre neither has a syntax error
std::string apply_preset(std::string_view text, std::string_view preset);

/// Suggests the key that a user may have meant: by spelling, by its last part, or by its name in another
/// trainer. Empty if nothing is close.
std::string nearest_key(std::string_view key);

}  // namespace fw::run
