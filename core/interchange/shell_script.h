// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fw::interchange {

/// A command of a shell script with its words as the shell would pass them.
struct ShellCommand {
  int64_t line = 0;  ///< first line
  std::vector<std::string> words;
};

/// Something in the script that was not evaluated.
struct ShellNote {
  enum class Kind {
    several_values,  ///< a loop over several values: one was used
    not_evaluated,   ///< a command substitution or arithmetic: left as written
    unset_variable,  ///< a variable that the script does not set: empty
    too_long,        ///< an expansion of more than a mebibyte: truncated
  };
  Kind kind;
  int64_t line = 0;
  std::string what;
  bool operator==(const ShellNote&) const = default;
};

struct ShellScript {
  std::vector<ShellCommand> commands;
  std::vector<ShellNote> notes;
  std::map<std::string, std::vector<std::string>> variables;  ///< final values; several: an array
  std::map<std::string, std::vector<std::string>> loops;      ///< `for` over several values, by variable
  /// "NAME=value": variables that the script passes to its commands without using them itself.
  std::vector<std::string> environment;
};

/// Index of the value that a loop's variable takes; 0 for variables that are not named.
using LoopSteps = std::map<std::string, size_t>;

/// Interprets the parts of the shell language that launch scripts of trainers use: comments, quotes, line
/// continuations, variables, arrays, `for`, `eval`, and `if` with comparisons of texts that the script itself
/// sets; of any other `if`, every branch is read. Executes nothing. Never fails: unknown constructs are kept
/// as written. Thread: any. Cost: linear in the size of the expansion.
ShellScript read_shell_script(std::string_view text, const LoopSteps& loop_steps = {});

}  // namespace fw::interchange
