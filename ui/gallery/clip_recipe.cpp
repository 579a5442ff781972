// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/clip_recipe.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include "engine_api/clip_recipe.h"
#include "media/content_hash.h"
#include "run/sampling_options.h"
#include "ui/run_settings/setting_text.h"
#include "ui/state/fault_text.h"
#include "ui/state/file_path.h"
#include "ui/state/recorded_recipe.h"

namespace fw::ui {

namespace {

/// The first frame of an image-to-video clip; empty: none.
std::string imageOf(const GalleryRun& run, const GalleryClip& clip) {
  bool isNumber = false;
  const auto prompt = clip.name.section(QLatin1Char('-'), 0, 0).toULongLong(&isNumber);
  const auto& images = run.settings.validation_images;
  return isNumber && prompt < images.size() ? images[prompt] : std::string();
}

/// The run's settings, with the family's own values from the file.
run::RunSettings withRecorded(const catalog::OwnValues& options, run::RunSettings settings) {
  try {
    for (auto& [key, value] : run::read_sampling_options(options, settings.family))
      settings.own.insert_or_assign(key, value);
  } catch (const Error&) {
    // Written by another version: use the run's settings.
  }
  return settings;
}

/// Values from the file, otherwise from the run's settings.
engine_api::ClipRecipe completed(const GalleryRun& run, const GalleryClip& clip, const ClipRecipe& recipe) {
  const run::RunSettings& settings = run.settings;
  engine_api::ClipRecipe known;
  engine_api::GenerateRequest& made = known.request;
  catalog::ModelSource model = run::model_source(settings);
  made.model = std::move(model.folder);
  made.parts = std::move(model.parts);
  made.seed = clip.seed;
  made.frames = recipe.frames;
  made.height = recipe.height;
  made.width = recipe.width;
  made.fps = recipe.fps;
  made.steps = settings.num_inference_steps;
  made.guidance_scale = settings.guidance_scale;
  made.memory = engine_api::clip_memory(settings);
  made.vae_slicing = settings.enable_slicing;
  made.quantization = settings.quantization;
  if (auto recorded = engine_api::parse_recipe(recipe.recorded, known)) known = *std::move(recorded);
  known.request.options =
      run::sampling_options(withRecorded(known.request.options, settings), settings.family);
  return known;
}

/// LoRAs that the clip was generated with in addition to the weights of its row. A grid records those, too.
std::vector<engine_api::LoraChoice> previewLoras(const GalleryRun& run,
                                                 std::vector<engine_api::LoraChoice> recorded) {
  if (run.isGrid()) recorded.clear();
  return recorded;
}

QString weightsText(const GalleryRun& run, const StepWeights& weights) {
  using Kind = StepWeights::Kind;
  switch (weights.kind) {
    case Kind::none:
      return GalleryText::tr("None (untrained model)");
    case Kind::lora:
    case Kind::model:
      return QDir(run.folder).relativeFilePath(weights.path);
    default:
      return GalleryText::tr("Not kept");
  }
}

}  // namespace

ClipRecipe readClipRecipe(const QString& file, const std::stop_token& stop) {
  const std::filesystem::path path = toPath(file);
  const media::ClipInfo info = media::probe(path, media::CountBy::packets, stop);
  ClipRecipe recipe;
  recipe.width = info.size.width;
  recipe.height = info.size.height;
  recipe.frames = info.frames;
  recipe.fps = info.fps.value();
  recipe.hash = QString::fromStdString(media::content_hash(path, stop));
  recipe.recorded = recordedRecipe(info);
  return recipe;
}

std::vector<std::pair<QString, QString>> recipeRows(const GalleryRun& run, const GalleryClip& clip,
                                                    const ClipRecipe& recipe) {
  const QLocale locale;
  const run::RunSettings& settings = run.settings;
  const auto number = [&](double value) { return locale.toString(value, 'g', 6); };
  const StepWeights& weights = run.weights.at(clip.step);
  const auto [made, id, fromRun, runStep] = completed(run, clip, recipe);
  const QString model = toText(made.model), modelId = QString::fromStdString(id);
  std::vector<std::pair<QString, QString>> rows;
  const auto add = [&](const QString& name, const QString& value) {
    if (!value.isEmpty()) rows.emplace_back(name, value);
  };
  add(GalleryText::tr("Prompt"), clip.prompt);
  add(GalleryText::tr("First frame"), QString::fromStdString(imageOf(run, clip)));
  if (!made.conditions.empty() && made.conditions.back().frame == -1)
    add(GalleryText::tr("Last frame"), toText(made.conditions.back().file));
  add(GalleryText::tr("Seed"), QString::number(made.seed));
  add(GalleryText::tr("Denoising steps"), QString::number(made.steps));
  add(GalleryText::tr("Guidance"), number(made.guidance_scale));
  for (const catalog::Setting* const setting : run::sampling_settings(settings.family)) {
    const catalog::Value& value = made.options.at(std::string(run::option_name(*setting)));
    if (value != run::default_of(*setting, settings.family)) add(settingLabel(*setting), valueText(value));
  }
  if (recipe.frames > 0)
    add(GalleryText::tr("Size"), GalleryText::tr("%1 × %2, %3 frames at %4 fps")
                                     .arg(recipe.width)
                                     .arg(recipe.height)
                                     .arg(recipe.frames)
                                     .arg(fpsText(recipe.fps)));
  add(GalleryText::tr("Run"), run.name);
  run.isGrid() ? add(GalleryText::tr("Weights"), rowText(run, clip.step))
               : add(GalleryText::tr("Step"), locale.toString(clip.step));
  add(run.isLora() ? GalleryText::tr("LoRA") : GalleryText::tr("Weights"), weightsText(run, weights));
  if (run.isLora() && clip.step > 0)
    add(GalleryText::tr("Rank and alpha"),
        GalleryText::tr("%1 and %2").arg(settings.rank).arg(number(settings.lora_alpha)));
  for (const engine_api::LoraChoice& lora : previewLoras(run, made.loras))
    add(GalleryText::tr("Preview LoRA"),
        GalleryText::tr("%1, strength %2").arg(toText(lora.file), number(lora.weight)));
  if (settings.ema_decay > 0 && clip.step > 0 && !run.isGrid())
    add(GalleryText::tr("Averaged weights (EMA)"),
        GalleryText::tr("Yes, decay %1").arg(number(settings.ema_decay)));
  add(GalleryText::tr("Precision"), QString::fromStdString(settings.mixed_precision));
  add(GalleryText::tr("Model"), modelId.isEmpty() ? model : GalleryText::tr("%1 in %2").arg(modelId, model));
  for (const auto& [name, place] : made.parts) add(partLabel(name), toText(place));
  add(GalleryText::tr("File"), QDir::toNativeSeparators(clip.path));
  add(GalleryText::tr("File hash"), recipe.hash);
  return rows;
}

QString recipeText(const std::vector<std::pair<QString, QString>>& rows) {
  QString text;
  for (const auto& [name, value] : rows) text += name + QStringLiteral(": ") + value + QLatin1Char('\n');
  return text;
}

WeightsChoice weightsChoice(const GalleryRun& run, const StepWeights& weights) {
  catalog::ModelSource model = run::model_source(run.settings);
  if (weights.kind == StepWeights::Kind::model) model = {toPath(weights.path)};  // a full model
  WeightsChoice choice{std::move(model.folder), std::move(model.parts),
                       std::vector<engine_api::LoraChoice>()};
  if (weights.kind == StepWeights::Kind::lora)
    choice.loras->push_back({toPath(weights.path), weights.strength});
  return choice;
}

engine_api::GenerateRequest generationOf(const GalleryRun& run, const GalleryClip& clip,
                                         const ClipRecipe& recipe) {
  engine_api::GenerateRequest request = completed(run, clip, recipe).request;
  const WeightsChoice weights = weightsChoice(run, run.weights.at(clip.step));
  request.model = weights.model;
  request.parts = weights.parts;
  std::vector<engine_api::LoraChoice> previewed = previewLoras(run, std::move(request.loras));
  request.loras = *weights.loras;
  request.loras.insert(request.loras.end(), previewed.begin(), previewed.end());
  request.prompt = clip.prompt.toStdString();
  request.image = imageOf(run, clip);
  return request;
}

QString whyNotUsable(const StepWeights& weights) {
  using Kind = StepWeights::Kind;
  switch (weights.kind) {
    case Kind::none:
      return GalleryText::tr("Before training there is no LoRA: this is the untrained model.");
    case Kind::pruned:
      return GalleryText::tr(
          "The checkpoint of this step was not kept. “Checkpoints kept” in the run's settings sets how many "
          "are.");
    case Kind::state:
      return GalleryText::tr(
          "A checkpoint of a full fine-tune can only be resumed. The result of the run is a model that can "
          "be used.");
    default:
      return {};
  }
}

}  // namespace fw::ui
