// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>

#include "base/paths.h"
#include "base/units.h"
#include "cli/plan.h"
#include "run/run_file.h"

namespace fw::cli {

std::string preset_run_text(const std::string& id, const std::string& model,
                            const std::vector<std::string>& settings) {
  const run::Preset preset = run::find_preset(run::preset_folder(), id);
  std::string text = run::use_preset(run::empty_run_text, preset, {}, {});
  text = run::set_in_text(text, "model.folder", to_utf8(std::filesystem::absolute(model)));
  for (const std::string& key : run::missing_keys(text)) text = run::set_in_text(text, key, std::string());
  for (const std::string& assignment : settings) text = run::override_in_text(text, assignment);
  return text;
}

int print_forecast(const Session& session, const std::string& id, int64_t vram_bytes) {
  const run::Preset preset = run::find_preset(run::preset_folder(), id);
  if (!preset.verdict) throw CLI::ValidationError("--preset", "this one was not planned: give --model, too");
  const int64_t needed = preset.verdict->needed_bytes;
  const int64_t there = vram_bytes > 0 ? vram_bytes : preset.verdict->limit_bytes;
  const bool fits = needed <= there;
  if (session.json) {
    nlohmann::json json = preset_json(preset);
    json.update({{"needed_bytes", needed}, {"device_limit_bytes", there}, {"fits", fits}});
    print_json(json);
  } else {
    std::printf("%s: %s\n", preset.name.c_str(), preset.verdict->in_words().c_str());
    std::printf("Peak: %s of %s: %s.\n", format_bytes(static_cast<uint64_t>(needed)).c_str(),
                format_bytes(static_cast<uint64_t>(there)).c_str(), verdict_text(needed, there).c_str());
    std::puts("--model FOLDER plans each phase; the model's config files suffice for it.");
  }
  return fits ? exit_done : exit_failed;
}

}  // namespace fw::cli
