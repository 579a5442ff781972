// SPDX-License-Identifier: Apache-2.0
#include "run/preset.h"

#include <cstdio>

#include "base/atomic_file.h"
#include "base/join.h"
#include "base/paths.h"
#include "cli/plan.h"
#include "dataset/dataset_manifest.h"
#include "run/run_file.h"

namespace fw::cli {

namespace {

struct PresetOptions {
  std::string id, run_file, name, model;
  std::vector<std::string> settings;
  bool replace = false;
};

constexpr const char* basis_text[] = {"", "planned", "measured"};

std::string words_of(const run::Preset& preset) {
  return preset.verdict ? preset.verdict->in_words() : std::string();
}

}  // namespace

nlohmann::json preset_json(const run::Preset& preset) {
  return {{"event", "preset"},
          {"id", preset.id},
          {"name", preset.name},
          {"model", preset.model},
          {"training_type", name_of(preset.settings.training_type)},
          {"task", name_of(preset.settings.task)},
          {"vram_gib", preset.vram_gib},
          {"fits", preset.fits},
          {"basis", basis_text[static_cast<int>(preset.basis)]},
          {"verdict", words_of(preset)},
          {"own", preset.is_own}};
}

namespace {

void list(const Session& session, const PresetOptions& options) {
  std::vector<Fault> faults;
  for (const run::Preset& preset : run::list_presets(run::preset_folder(), faults)) {
    if (!options.model.empty() && !preset.model.empty() && preset.model != options.model) continue;
    if (session.json) {
      print_json(preset_json(preset));
    } else {
      const std::string words = words_of(preset);
      const char* const basis = basis_text[static_cast<int>(preset.basis)];
      std::printf("%-32s %s%s%s%s\n", preset.id.c_str(), preset.name.c_str(), *basis ? ", " : "", basis,
                  words.empty() ? "" : (": " + words).c_str());
    }
  }
  for (const Fault& fault : faults) report_fault(session, fault);
}

/// Buckets of the run's dataset, if it exists.
std::set<catalog::Bucket> buckets_of(const run::RunSettings& settings) {
  std::set<catalog::Bucket> buckets;
  if (settings.dataset.empty() || !std::filesystem::exists(settings.dataset)) return buckets;
  dataset::visit_dataset_manifest(settings.dataset, [&](const auto& each) { buckets.insert(each.bucket); });
  return buckets;
}

/// Applies the preset to the run file, which is created if missing, and removes settings of other presets;
/// keeps comments and order.
void apply(const Session& session, const PresetOptions& options) {
  const run::Preset preset = run::find_preset(run::preset_folder(), options.id);
  const bool is_new = !std::filesystem::exists(options.run_file);
  const std::string before = is_new ? std::string(run::empty_run_text) : run::run_file_text(options.run_file);
  const auto with_settings = [&](std::string text) {
    const run::RunFile run = run::parse_run_file(text, options.run_file, run::Extent::part);
    if (!run.faults.empty()) throw Error(run.faults.front());
    for (const std::string& assignment : options.settings) text = run::override_in_text(text, assignment);
    return text;
  };
  // Settings apply before the preset, which needs the dataset's buckets, and again afterwards to override it.
  const std::string wanted = with_settings(before);
  const run::RunSettings set = run::parse_run_file(wanted, options.run_file, run::Extent::part).settings;
  const std::set<catalog::Bucket> buckets = buckets_of(set);
  std::vector<Fault> of_others;
  const auto own = run::own_presets(run::preset_folder(), of_others);
  const std::string text = with_settings(run::use_preset(wanted, preset, buckets, own));
  write_file_atomically(options.run_file, text, existing_of(!is_new));
  const bool keeps_buckets = run::leaves_buckets_out(preset, buckets);
  const std::vector<std::string> missing = run::missing_keys(text);
  if (session.json) {
    nlohmann::json json = preset_json(preset);
    json.update({{"keeps_buckets", keeps_buckets}, {"missing", missing}});
    return print_json(json);
  }
  std::printf("%s: %s\n", options.run_file.c_str(), preset.name.c_str());
  if (keeps_buckets) {
    const auto& made_for = preset.settings.video_resolution_buckets;
    const auto kept = join(buckets, ", ", [](const auto& bucket) { return catalog::to_string(bucket); });
    std::printf(
        "The dataset's buckets stay: %s; the preset is made for %s. If the run does not fit, use those:\n"
        "framewright-cli dataset buckets PROJECT --video-resolution-buckets %s --write %s --overwrite\n",
        kept.c_str(), join(made_for).c_str(), join(made_for, " ").c_str(), set.dataset.c_str());
  }
  if (!missing.empty()) std::printf("Still to be set: %s.\n", join(missing).c_str());
}

void save(const Session& session, const PresetOptions& options) {
  const std::string text = run::run_file_text(options.run_file);
  const run::RunFile run = run::parse_run_file(text, options.run_file, run::Extent::part);
  if (!run.faults.empty()) throw Error(run.faults.front());
  const auto file = run::save_preset(run::preset_folder(), options.name, text, options.replace);
  session.json ? print_json({{"event", "saved"}, {"id", to_utf8(file.stem())}, {"file", to_utf8(file)}})
               : void(std::printf("%s written\n", to_utf8(file).c_str()));
}

}  // namespace

void add_preset(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("preset", "Settings for a model and a card");
  command->require_subcommand(1);
  auto options = std::make_shared<PresetOptions>();

  CLI::App* lister =
      command->add_subcommand("list", "List the presets that come with the program and your own");
  lister->add_option("--model", options->model, "Only those for a published model, by its id");
  lister->callback([&session, options] { list(session, *options); });

  CLI::App* show = command->add_subcommand("show", "Print a preset's file");
  show->add_option("id", options->id, "Name, as listed")->required();
  show->callback(
      [options] { std::fputs(run::find_preset(run::preset_folder(), options->id).text.c_str(), stdout); });

  CLI::App* applier =
      command->add_subcommand("apply", "Apply a preset to a run file; makes one where there is none");
  applier->add_option("id", options->id, "Name, as listed")->required();
  applier->add_option("run", options->run_file, "RUN.toml")->required();
  applier->add_option("--set", options->settings, "KEY=VALUE to set beside it; can be repeated");
  applier->callback([&session, options] { apply(session, *options); });

  CLI::App* saver = command->add_subcommand("save", "Save the training settings of a run file as a preset");
  saver->add_option("name", options->name, "Name of the preset")->required();
  saver->add_option("run", options->run_file, "RUN.toml")->required();
  saver->add_flag("--replace", options->replace, "Replace an existing preset of that name");
  saver->callback([&session, options] { save(session, *options); });
}

}  // namespace fw::cli
