// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalog/model_spec.h"
#include "run/fit_verdict.h"
#include "run/run_settings.h"

/// Presets: parts of run files for a model, a kind of training and a GPU memory size. A preset is a TOML file
/// with the keys of a run file and a table [preset] that describes it:
///
///   [preset]
///   name = "5b LoRA, 12 GB"
///   model = "family-5b"        # as ModelSpec::id; "small": one cut down from these; absent: any
///   vram_gib = 12              # of the GPU; absent: any
///   fits = true
///   basis = "planned"          # source of the figures; or "measured"
///   step_s = 0.2               # measured on a processor, with samples of
///   step_size = "9x64x96"
///   changed = ["memory.streamed_blocks"]   # settings changed to make it fit; then its FitVerdict:
///   needed_gib = 11.4
///   limit_gib = 11.5
///   blocks = 42
///   slower = 0.04
namespace fw::run {

enum class PresetBasis { none, planned, measured };

struct Preset {
  std::string id;  ///< the file name without extension
  std::string name;
  std::string model;
  double vram_gib = 0;
  bool fits = true;  ///< false: no settings make it fit
  PresetBasis basis = PresetBasis::none;
  std::optional<FitVerdict> verdict;  ///< from the planner
  double step_s = 0;                  ///< of a step on a CPU; 0: not measured
  std::string step_size;              ///< of the measured samples, as FxHxW
  bool is_own = false;                ///< saved by the user
  std::string text;                   ///< input of run::apply_preset()
  RunSettings settings;
};

/// True if it is for this model: a plan for a published model does not apply to a reduced version of it, such
/// as the sample model.
bool suits(const Preset& preset, const catalog::ModelSpec& model);

/// True if a run with this preset fits into this much GPU memory, according to the preset's plan.
bool fits_card(const Preset& preset, double card_gib);

/// Reads a preset's text. @return the preset and all its errors
struct ParsedPreset {
  Preset preset;
  std::vector<Fault> faults;
};
ParsedPreset parse_preset(std::string_view text, const std::filesystem::path& file);

/// The presets that come with the program, by model, kind of training and GPU. Thread: any. Cost: a few ms,
/// once.
const std::vector<Preset>& shipped_presets();

/// Keys set by any shipped preset or one of `own`. Thread: any.
std::set<std::string> preset_keys(const std::vector<Preset>& own);

/// Applies the preset to a run file's text. Keys that other presets set and this one does not are reset to
/// their defaults. @throws as apply_preset
/// @param buckets  of the run's dataset: if any of them is not in the preset, the preset's buckets are
///                 dropped and the run uses all buckets of the dataset
/// @param own      the user's own presets
std::string use_preset(std::string_view run_text, const Preset& preset,
                       const std::set<catalog::Bucket>& buckets, const std::vector<Preset>& own);
/// True if use_preset() drops the preset's buckets. Thread: any.
bool leaves_buckets_out(const Preset& preset, const std::set<catalog::Bucket>& buckets);

/// Folder of the user's own presets. @throws fw::Error base.folder_unusable
std::filesystem::path preset_folder();

/// The user's own presets in `folder`, by name. Invalid ones are skipped, and their errors are added to
/// `faults`.
std::vector<Preset> own_presets(const std::filesystem::path& folder, std::vector<Fault>& faults);
/// The user's own presets and the shipped ones.
std::vector<Preset> list_presets(const std::filesystem::path& folder, std::vector<Fault>& faults);

/// Returns the preset with this id. @throws fw::Error run.unknown_preset, and the first fault of an invalid
/// own preset
Preset find_preset(const std::filesystem::path& folder, std::string_view id);

/// Saves the settings of `run_text`, a valid run file, as an own preset, without those that are specific to
/// one run: name, folders, files, prompts, seed and device. @return its file
/// @throws fw::Error base.bad_file_name, run.preset_exists (unless `replace`), base.write_failed
std::filesystem::path save_preset(const std::filesystem::path& folder, std::string_view name,
                                  std::string_view run_text, bool replace);

/// Renames an own preset and its file. @return its file
/// @throws fw::Error base.bad_file_name, run.preset_exists, base.read_failed, base.write_failed
std::filesystem::path rename_preset(const std::filesystem::path& folder, std::string_view id,
                                    std::string_view name);

}  // namespace fw::run
