// SPDX-License-Identifier: Apache-2.0
#include "run/preset.h"

#include "fuzz.h"
#include "run/run_file.h"

using namespace fw::catalog;
using namespace fw::run;

namespace {

bool has_syntax_fault(const RunFile& run) {
  return std::ranges::any_of(run.faults, [](const fw::Fault& f) { return f.code == "run.syntax"; });
}

}  // namespace

// The input is a preset, a line "===" and the run file that the preset is applied to.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view rest = fuzz::text_of(data, size);
  const std::string_view preset_text = fuzz::take_part(rest);
  const ParsedPreset parsed = parse_preset(preset_text, "/presets/one.toml");
  for (const fw::Fault& fault : parsed.faults)
    fuzz::require(!fault.full_message().empty(), "a fault has words");
  if (!parsed.faults.empty()) return 0;
  fuzz::require(!parsed.preset.name.empty(), "a preset has a name");
  fits_card(parsed.preset, 24);

  const RunFile run = parse_run_file(rest, "/runs/run.toml", Extent::part);
  if (has_syntax_fault(run)) return 0;
  std::string laid;
  if (!fuzz::goes_through({"run.not_editable"}, [&] { laid = apply_preset(rest, preset_text); })) return 0;
  const RunFile after = parse_run_file(laid, "/presets/run.toml", Extent::part);
  fuzz::require(!has_syntax_fault(after), "a run file with a preset can be read");
  const RunFile alone = parse_run_file(preset_text, "/presets/run.toml", Extent::preset);
  for (const auto& [key, place] : alone.given) {
    const Setting& setting = *find_setting(key);
    fuzz::require(value_of(after.settings, setting) == value_of(alone.settings, setting),
                  "what a preset sets is read");
  }
  for (const auto& [key, place] : run.given) fuzz::require(after.given.contains(key), "keys stay");
  return 0;
}
