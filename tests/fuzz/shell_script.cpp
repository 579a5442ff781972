// SPDX-License-Identifier: Apache-2.0
#include "interchange/shell_script.h"

#include "fuzz.h"
#include "interchange/flag_import.h"
#include "run/run_file.h"

namespace {

std::string in_quotes(const std::string& word) {
  std::string text = "'";
  for (const char letter : word) {
    if (letter == '\'')
      text += "'\\''";
    else
      text += letter;
  }
  return text + "'";
}

}  // namespace

// The input is a launch script. Quoted words survive; the converted flags are a valid run file.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace fw::catalog;
  using namespace fw::run;
  using namespace fw::interchange;
  const std::string_view script = fuzz::text_of(data, size);
  const ShellScript read = read_shell_script(script);
  const auto lines = std::ranges::count(script, '\n') + 1;
  size_t letters = 0;
  for (const ShellCommand& command : read.commands) {
    fuzz::require(!command.words.empty() && command.line >= 1 && command.line <= lines,
                  "a command has a place");
    for (const std::string& word : command.words) letters += word.size() + 1;
  }
  fuzz::require(letters <= 9 * size + (2 << 20), "an expansion has an end");
  for (size_t i = 0; i < std::min<size_t>(read.commands.size(), 20); ++i) {
    std::vector<std::string> words{"command"};
    words.insert(words.end(), read.commands[i].words.begin(), read.commands[i].words.end());
    std::string text = words[0];
    for (size_t k = 1; k < words.size(); ++k) text += " " + in_quotes(words[k]);
    const ShellScript again = read_shell_script(text);
    fuzz::require(again.commands.size() == 1 && again.commands[0].words == words, "quoted words come back");
  }

  ImportedFlags imported;
  if (!fuzz::goes_through({"interchange.no_training_command"},
                          [&] { imported = import_flags(script, "train.sh"); }))
    return 0;
  const RunFile run = parse_run_file(imported.toml, "/runs/run.toml", Extent::part);
  fuzz::require(run.faults.empty(), "imported flags are a run file");
  for (const fw::Fault& fault : imported.unmapped)
    fuzz::require(!fault.full_message().empty(), "a fault has words");
  return 0;
}
