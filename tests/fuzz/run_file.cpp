// SPDX-License-Identifier: Apache-2.0
#include "run/run_file.h"
#include "fuzz.h"

using namespace fw::catalog;
using namespace fw::run;

namespace {

constexpr size_t many_faults = 900;  // with more, the parser omits some

bool has_syntax_fault(const RunFile& run) {
  return std::ranges::any_of(run.faults, [](const fw::Fault& f) { return f.code == "run.syntax"; });
}

/// Checks that editing one key leaves the rest unchanged.
RunFile check_edit(const RunFile& before, const std::string& edited, const Setting& setting, bool is_set) {
  const RunFile after = parse_run_file(edited, "/runs/run.toml", Extent::part);
  fuzz::require(!has_syntax_fault(after), "an edited file can be read");
  auto keys = before.given;
  keys.erase(std::string(setting.key));
  if (is_set) keys[std::string(setting.key)] = {};
  fuzz::require(keys.size() == after.given.size(), "an edit changes one key");
  for (const auto& [key, place] : keys) fuzz::require(after.given.contains(key), "an edit keeps the keys");
  return after;
}

void edit(std::string_view text, const RunFile& run, const Setting& setting) {
  const Value value = default_of(setting, run.settings.family);
  std::string edited;
  if (fuzz::goes_through({"run.not_editable"}, [&] { edited = set_in_text(text, setting.key, value); })) {
    const RunFile after = check_edit(run, edited, setting, true);
    const bool is_path = setting.meaning == Meaning::folder || setting.meaning == Meaning::file;
    fuzz::require(is_path || value_of(after.settings, setting) == value, "a value that is set is read");
  }
  if (fuzz::goes_through({"run.not_editable"}, [&] { edited = remove_from_text(text, setting.key); }))
    check_edit(run, edited, setting, false);
}

}  // namespace

// The input is a run file. Its first line is also used as a command line override.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  parse_run_file(text, "/runs/run.toml");
  const RunFile run = parse_run_file(text, "/runs/run.toml", Extent::part);
  fuzz::require(run.text == text, "the text is kept");
  for (const fw::Fault& fault : run.faults) fuzz::require(!fault.full_message().empty(), "a fault has words");

  std::string overridden;
  if (fuzz::goes_through({"run.bad_override", "run.not_editable"}, [&] {
        overridden =
            override_in_text("schema = 1\n[optimizer]\nlr = 1e-4\n", text.substr(0, text.find('\n')));
      })) {
    fuzz::require(!has_syntax_fault(parse_run_file(overridden, "/runs/run.toml")), "an override can be read");
  }

  if (has_syntax_fault(run) || run.faults.size() > many_faults) return 0;
  const auto all = settings();
  for (const auto& [key, place] : run.given)
    fuzz::require(place.line >= 1 && place.column >= 1, "a key has a place");
  const bool takes_given = size % 2 == 0 && !run.given.empty();
  edit(text, run, takes_given ? *find_setting(run.given.begin()->first) : all[size % all.size()]);
  return 0;
}
