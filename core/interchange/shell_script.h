// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fw::interchange {

/// One command of a shell script with its words as the shell would pass them.
struct ShellCommand {
  int64_t line = 0;  ///< where it begins
  std::vector<std::string> words;
};

/// Something in the script that was not followed.
struct ShellNote {
  enum class Kind {
    several_values,  ///< a loop over several values: the first was taken
    not_evaluated,   ///< a command substitution or arithmetic: left as written
    unset_variable,  ///< a variable that the script does not set: empty
    too_long,        ///< an expansion that grew beyond a mebibyte: cut off
  };
  Kind kind;
  int64_t line = 0;
  std::string what;
  bool operator==(const ShellNote&) const = default;
};

struct ShellScript {
  std::vector<ShellCommand> commands;
  std::vector<ShellNote> notes;
  std::map<std::string, std::vector<std::string>> variables;  ///< as they stand at its end; several: an array
  /// "NAME=value": what the script passes to its commands and uses nowhere itself.
  std::vector<std::string> environment;
};

/// Reads as much of the shell language as launch scripts of trainers use: comments, quotes, line
/// continuations, variables, arrays, `for`, `eval`, and `if` with a comparison of texts that the script
/// itself sets; of any other `if` every branch is read. Nothing is executed. Never fails: what it does not
/// know stays as it is written. Thread: any. Cost: linear in what it expands to.
ShellScript read_shell_script(std::string_view text);

}  // namespace fw::interchange
