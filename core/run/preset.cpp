// SPDX-License-Identifier: Apache-2.0
#include "run/preset.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/atomic_file.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "run/preset_files.h"
#include "run/run_file.h"
#include "run/toml.h"

namespace fw::run {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode no_preset{"run.no_preset",
                              FW_TEXT("errors", "{file} is not a preset: {key} is missing or wrong."),
                              FW_TEXT("errors", "A [preset] table describes the preset: name = \"…\".")};
constexpr ErrorCode unknown_preset{"run.unknown_preset", FW_TEXT("errors", "There is no preset {id}."),
                                   FW_TEXT("errors", "framewright-cli preset list shows all of them."),
                                   Blame::input};
constexpr ErrorCode preset_exists{"run.preset_exists",
                                  FW_TEXT("errors", "There is already a preset \"{name}\"."),
                                  FW_TEXT("errors", "Choose another name, or replace it."), Blame::input};

/// True for settings that are specific to a run, its data or its machine.
bool belongs_to_a_run(const catalog::Setting& setting) {
  constexpr std::array<std::string_view, 5> keys{"run.name", "run.seed", "run.device", "run.cpu_threads",
                                                 "data.id_token"};
  return catalog::is_path(setting.meaning) || setting.meaning == catalog::Meaning::prompt ||
         std::ranges::find(keys, setting.key) != keys.end();
}

/// Reads the table [preset]; adds a fault for each invalid key.
void read_head(const toml::table& root, const fs::path& file, ParsedPreset& parsed) {
  const auto wrong = [&](const char* key) {
    parsed.faults.emplace_back(no_preset,
                               std::initializer_list<Argument>{{"file", to_utf8(file)}, {"key", key}});
  };
  const auto read = [&](const char* key, auto& value) {
    const auto node = root.at_path(key);
    if (!node) return;
    const auto given = node.value<std::remove_reference_t<decltype(value)>>();
    given ? void(value = *given) : wrong(key);
  };
  Preset& preset = parsed.preset;
  std::string basis = "none";
  read("preset.name", preset.name);
  read("preset.model", preset.model);
  read("preset.vram_gib", preset.vram_gib);
  read("preset.fits", preset.fits);
  read("preset.basis", basis);
  read("preset.step_s", preset.step_s);
  read("preset.step_size", preset.step_size);
  constexpr std::array<std::string_view, 3> bases{"none", "planned", "measured"};
  const auto found = std::ranges::find(bases, basis);
  found == bases.end() ? wrong("preset.basis")
                       : void(preset.basis = static_cast<PresetBasis>(found - bases.begin()));
  if (preset.name.empty()) wrong("preset.name");
  // Numbers must state their basis.
  if (preset.step_s > 0 && preset.basis != PresetBasis::measured) wrong("preset.basis");
  if (preset.step_s > 0 && !catalog::parse_bucket(preset.step_size)) wrong("preset.step_size");
  if (!root.at_path("preset.needed_gib")) return;
  if (preset.basis != PresetBasis::planned) wrong("preset.basis");
  FitVerdict& verdict = preset.verdict.emplace();
  double needed_gib = 0, limit_gib = 0;
  read("preset.needed_gib", needed_gib);
  read("preset.limit_gib", limit_gib);
  read("preset.blocks", verdict.block_count);
  read("preset.slower", verdict.slower);
  verdict.fits = preset.fits;
  verdict.needed_bytes = static_cast<int64_t>(needed_gib * (1 << 30));
  verdict.limit_bytes = static_cast<int64_t>(limit_gib * (1 << 30));
  if (const toml::array* const changed = root.at_path("preset.changed").as_array())
    for (const toml::node& key : *changed) {
      const catalog::Setting* const setting = find_setting(key.value_or(std::string()));
      if (setting == nullptr) return wrong("preset.changed");
      verdict.changes.push_back({std::string(setting->key), to_toml(value_of(preset.settings, *setting))});
    }
}

/// All keys that the presets set.
std::set<std::string> keys_of(const std::vector<Preset>& presets) {
  std::set<std::string> all;
  for (const Preset& preset : presets) {
    for (const auto& [key, place] : parse_run_file(preset.text, preset.id, Extent::preset).given)
      all.insert(key);
  }
  all.erase("schema");
  all.erase("model.family");
  return all;
}

fs::path file_of(const fs::path& folder, std::string_view name) {
  return folder / (std::string(name) + ".toml");
}

}  // namespace

bool suits(const Preset& preset, const catalog::ModelSpec& model) {
  const catalog::ModelSpec* const published = catalog::find_model(model.id);
  const bool is_published = published != nullptr && *published == model;
  const std::string& family = preset.settings.family;
  return (family.empty() || family == model.family) &&
         (preset.model.empty() || preset.model == (is_published ? model.id : "small"));
}

bool fits_card(const Preset& preset, double card_gib) {
  // GPUs report slightly less than their nominal size: a "24 GB" card has 23.6 GiB.
  return preset.fits && preset.vram_gib > 0 && preset.vram_gib * 0.94 <= card_gib;
}

ParsedPreset parse_preset(std::string_view text, const fs::path& file) {
  ParsedPreset parsed;
  RunFile run = parse_run_file(text, file, Extent::preset);
  parsed.faults = std::move(run.faults);
  parsed.preset.id = to_utf8(file.stem());
  parsed.preset.text = std::move(run.text);
  parsed.preset.settings = std::move(run.settings);
  if (parsed.faults.empty()) read_head(parse_toml(text), file, parsed);
  return parsed;
}

const std::vector<Preset>& shipped_presets() {
  static const std::vector<Preset> presets = [] {
    std::vector<Preset> all;
    for (const auto& [id, text] : preset_files) all.push_back(parse_preset(text, file_of({}, id)).preset);
    std::ranges::sort(all, {}, [](const Preset& p) {
      return std::tie(p.model, p.settings.training_type, p.vram_gib, p.name);
    });
    return all;
  }();
  return presets;
}

std::set<std::string> preset_keys(const std::vector<Preset>& own) {
  static const std::set<std::string> of_shipped = keys_of(shipped_presets());
  std::set<std::string> keys = of_shipped;
  keys.merge(keys_of(own));
  return keys;
}

bool leaves_buckets_out(const Preset& preset, const std::set<catalog::Bucket>& buckets) {
  const auto& wanted = preset.settings.video_resolution_buckets;
  const auto is_wanted = [&](const catalog::Bucket& bucket) {
    return std::ranges::any_of(
        wanted, [&](const std::string& name) { return catalog::parse_bucket(name) == bucket; });
  };
  // If one bucket stayed, the samples of all others would not be used.
  return !wanted.empty() && !std::ranges::all_of(buckets, is_wanted);
}

std::string use_preset(std::string_view run_text, const Preset& preset,
                       const std::set<catalog::Bucket>& buckets, const std::vector<Preset>& own) {
  std::string text(run_text);
  for (const std::string& key : preset_keys(own)) text = remove_from_text(text, key);
  text = apply_preset(text, preset.text);
  return leaves_buckets_out(preset, buckets) ? remove_from_text(text, "data.video_resolution_buckets") : text;
}

fs::path preset_folder() {
  return data_folder() / "presets";
}

std::vector<Preset> own_presets(const fs::path& folder, std::vector<Fault>& faults) {
  std::vector<Preset> own;
  std::error_code none;  // a missing folder means that nothing was saved yet
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() != ".toml") continue;
    try {
      ParsedPreset parsed = parse_preset(read_file(entry.path(), largest_toml), entry.path());
      faults.insert(faults.end(), parsed.faults.begin(), parsed.faults.end());
      parsed.preset.is_own = true;
      if (parsed.faults.empty()) own.push_back(std::move(parsed.preset));
    } catch (const Error& error) {
      faults.push_back(error.fault());
    }
  }
  std::ranges::sort(own, {}, &Preset::name);
  return own;
}

std::vector<Preset> list_presets(const fs::path& folder, std::vector<Fault>& faults) {
  std::vector<Preset> all = own_presets(folder, faults);
  all.insert(all.end(), shipped_presets().begin(), shipped_presets().end());
  return all;
}

Preset find_preset(const fs::path& folder, std::string_view id) {
  std::vector<Fault> faults;
  for (Preset& preset : list_presets(folder, faults)) {
    if (preset.id == id) return std::move(preset);
  }
  throw Error(unknown_preset, {{"id", id}});
}

fs::path rename_preset(const fs::path& folder, std::string_view id, std::string_view name) {
  check_file_name(name);
  const fs::path file = file_of(folder, name);
  const std::string text = read_file(file_of(folder, id), largest_toml);
  if (id == name) return file;
  if (!rename_to_free_name(file_of(folder, id), file)) throw Error(preset_exists, {{"name", name}});
  write_file_atomically(file, set_in_text(text, "preset.name", catalog::Value(std::string(name))),
                        Existing::replace);
  return file;
}

fs::path save_preset(const fs::path& folder, std::string_view name, std::string_view run_text, bool replace) {
  check_file_name(name);
  const fs::path file = file_of(folder, name);
  if (!replace && fs::exists(file)) throw Error(preset_exists, {{"name", name}});
  const RunFile run = parse_run_file(run_text, file, Extent::part);
  std::string text = "schema = 1\n\n[preset]\nname = " + to_toml(catalog::Value(std::string(name))) + "\n";
  for (const catalog::Setting& setting : settings()) {
    if (setting.key == "schema" || belongs_to_a_run(setting) || !run.given.contains(std::string(setting.key)))
      continue;
    text = set_in_text(text, setting.key, value_of(run.settings, setting));
  }
  make_folders(folder);
  write_file_atomically(file, text, existing_of(replace));
  return file;
}

}  // namespace fw::run
