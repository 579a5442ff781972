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

/// Presets: parts of run files that suit a model, a kind of training and a size of card. A preset is a TOML
/// file with the keys of a run file and a table [preset] that says what it is for:
///
///   [preset]
///   name = "5b LoRA, 12 GB"
///   model = "family-5b"        # as ModelSpec::id; "small": one cut down from these; absent: any
///   vram_gib = 12              # of the card; absent: any
///   fits = true
///   basis = "planned"          # or "measured": where the figures come from
///   step_s = 0.2               # measured on a processor, with samples of
///   step_size = "9x64x96"
///   changed = ["memory.streamed_blocks"]   # what makes it fit, and what a FitVerdict says else:
///   needed_gib = 11.4
///   limit_gib = 11.5
///   blocks = 42
///   slower = 0.04
namespace fw::run {

enum class PresetBasis { none, planned, measured };

struct Preset {
  std::string id;  ///< the file's name without its ending
  std::string name;
  std::string model;
  double vram_gib = 0;
  bool fits = true;  ///< no: there are no settings with which it does
  PresetBasis basis = PresetBasis::none;
  std::optional<FitVerdict> verdict;  ///< of the planner
  double step_s = 0;                  ///< of a step on a processor; 0: not measured
  std::string step_size;              ///< of the samples that it was measured with, as FxHxW
  bool is_own = false;                ///< saved by the user
  std::string text;                   ///< what run::apply_preset() takes
  RunSettings settings;
};

/// Whether it is for this model: what was planned for a published model says nothing of one that was cut down
/// from it, such as the sample model.
bool suits(const Preset& preset, const catalog::ModelSpec& model);

/// Whether a run with this preset fits a card with so much memory, by the plan that the preset was made from.
bool fits_card(const Preset& preset, double card_gib);

/// Reads a preset's text. @return the preset and all that is wrong with it
struct ParsedPreset {
  Preset preset;
  std::vector<Fault> faults;
};
ParsedPreset parse_preset(std::string_view text, const std::filesystem::path& file);

/// Those that come with the program, by model, kind of training and card. Thread: any. Cost: a few ms, once.
const std::vector<Preset>& shipped_presets();

/// What any shipped preset sets, or one of `own`. Thread: any.
std::set<std::string> preset_keys(const std::vector<Preset>& own);

/// A run file's text with the preset in it: what other presets set and this one does not is as if it had
/// never been set. @throws as apply_preset
/// @param buckets  of the run's dataset: where one of them is not the preset's, the preset's are left out,
///                 and the run uses all of the dataset's
/// @param own      the user's own presets
std::string use_preset(std::string_view run_text, const Preset& preset,
                       const std::set<catalog::Bucket>& buckets, const std::vector<Preset>& own);
/// Whether use_preset() leaves the preset's buckets out. Thread: any.
bool leaves_buckets_out(const Preset& preset, const std::set<catalog::Bucket>& buckets);

/// Where the user's own are kept. @throws fw::Error base.folder_unusable
std::filesystem::path preset_folder();

/// The user's own from `folder`, by name; one whose file is wrong is left out, and what is wrong with it is
/// added to `faults`.
std::vector<Preset> own_presets(const std::filesystem::path& folder, std::vector<Fault>& faults);
/// These and the shipped ones.
std::vector<Preset> list_presets(const std::filesystem::path& folder, std::vector<Fault>& faults);

/// The one with this id. @throws fw::Error run.unknown_preset, and the first fault of an own preset that
/// is broken
Preset find_preset(const std::filesystem::path& folder, std::string_view id);

/// Saves what `run_text`, a run file's text without faults, sets as an own preset, without what belongs to
/// one run only: its name, folders, files, prompts, seed and device. @return its file
/// @throws fw::Error base.bad_file_name, run.preset_exists (unless `replace`), base.write_failed
std::filesystem::path save_preset(const std::filesystem::path& folder, std::string_view name,
                                  std::string_view run_text, bool replace);

/// Gives an own preset another name, and its file with it. @return its file
/// @throws fw::Error base.bad_file_name, run.preset_exists, base.read_failed, base.write_failed
std::filesystem::path rename_preset(const std::filesystem::path& folder, std::string_view id,
                                    std::string_view name);

}  // namespace fw::run
