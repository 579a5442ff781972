// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/clip_recipe.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include "media/content_hash.h"
#include "run/sampling_options.h"
#include "ui/run_settings/setting_text.h"
#include "ui/state/file_path.h"
#include "ui/state/recorded_recipe.h"

namespace fw::ui {

namespace {

using nlohmann::json;

/// What the file says, else what the run's settings say.
template <typename Value>
Value recorded(const ClipRecipe& recipe, const char* key, const Value& fallback) {
  return recipeValue<Value>(recipe.recorded, key).value_or(fallback);
}

/// The run's settings with what the file says of its family's own.
run::RunSettings withRecorded(const ClipRecipe& recipe, run::RunSettings settings) {
  try {
    for (auto& [key, value] : run::read_sampling_options(recipe.recorded, settings.family))
      settings.own.insert_or_assign(key, value);
  } catch (const Error&) {
    // Written by another version: the run's settings serve.
  }
  return settings;
}

/// The first frame that an image-to-video clip began with; empty for none.
std::string imageOf(const GalleryRun& run, const GalleryClip& clip) {
  bool isNumber = false;
  const auto prompt = clip.name.section(QLatin1Char('-'), 0, 0).toULongLong(&isNumber);
  const auto& images = run.settings.validation_images;
  return isNumber && prompt < images.size() ? images[prompt] : std::string();
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
  const auto model = QString::fromStdString(recorded(recipe, "model", settings.model_folder));
  const auto modelId = QString::fromStdString(recorded(recipe, "model_id", std::string()));
  std::vector<std::pair<QString, QString>> rows;
  const auto add = [&](const QString& name, const QString& value) {
    if (!value.isEmpty()) rows.emplace_back(name, value);
  };
  add(GalleryText::tr("Prompt"), clip.prompt);
  add(GalleryText::tr("First frame"), QString::fromStdString(imageOf(run, clip)));
  add(GalleryText::tr("Seed"), QString::number(recorded(recipe, "seed", clip.seed)));
  add(GalleryText::tr("Denoising steps"),
      QString::number(recorded(recipe, "steps", settings.num_inference_steps)));
  const QString guidance = number(recorded(recipe, "guidance_scale", settings.guidance_scale));
  add(GalleryText::tr("Guidance"), guidance);
  const run::RunSettings own = withRecorded(recipe, settings);
  for (const catalog::Setting* const setting : run::sampling_settings(settings.family)) {
    const catalog::Value value = value_of(own, *setting);
    if (value != run::default_of(*setting, settings.family)) add(settingLabel(*setting), valueText(value));
  }
  if (recipe.frames > 0)
    add(GalleryText::tr("Size"), GalleryText::tr("%1 × %2, %3 frames at %4 fps")
                                     .arg(recipe.width)
                                     .arg(recipe.height)
                                     .arg(recipe.frames)
                                     .arg(number(recipe.fps)));
  add(GalleryText::tr("Run"), run.name);
  add(GalleryText::tr("Step"), locale.toString(clip.step));
  add(run.isLora() ? GalleryText::tr("LoRA") : GalleryText::tr("Weights"), weightsText(run, weights));
  if (run.isLora() && clip.step > 0)
    add(GalleryText::tr("Rank and alpha"),
        GalleryText::tr("%1 and %2").arg(settings.rank).arg(number(settings.lora_alpha)));
  if (settings.ema_decay > 0 && clip.step > 0)
    add(GalleryText::tr("Averaged weights (EMA)"),
        GalleryText::tr("Yes, decay %1").arg(number(settings.ema_decay)));
  add(GalleryText::tr("Precision"), QString::fromStdString(settings.mixed_precision));
  add(GalleryText::tr("Model"), modelId.isEmpty() ? model : GalleryText::tr("%1 in %2").arg(modelId, model));
  add(GalleryText::tr("File"), QDir::toNativeSeparators(clip.path));
  add(GalleryText::tr("File hash"), recipe.hash);
  return rows;
}

QString recipeText(const std::vector<std::pair<QString, QString>>& rows) {
  QString text;
  for (const auto& [name, value] : rows) text += name + QStringLiteral(": ") + value + QLatin1Char('\n');
  return text;
}

json generationWith(const GalleryRun& run, const StepWeights& weights) {
  json loras = json::array();
  if (weights.kind == StepWeights::Kind::lora)
    loras.push_back({{"file", weights.path.toStdString()}, {"weight", 1.0}});
  return {{"model",
           weights.kind == StepWeights::Kind::model ? weights.path.toStdString() : run.settings.model_folder},
          {"loras", loras}};
}

json generationOf(const GalleryRun& run, const GalleryClip& clip, const ClipRecipe& recipe) {
  const run::RunSettings& settings = run.settings;
  json params = generationWith(run, run.weights.at(clip.step));
  params["prompt"] = clip.prompt.toStdString();
  params["negative_prompt"] = "";
  params["image"] = imageOf(run, clip);
  params["seed"] = recorded(recipe, "seed", clip.seed);
  params["frames"] = recorded(recipe, "frames", int64_t{recipe.frames});
  params["height"] = recorded(recipe, "height", int64_t{recipe.height});
  params["width"] = recorded(recipe, "width", int64_t{recipe.width});
  params["fps"] = recorded(recipe, "fps", recipe.fps);
  params["steps"] = recorded(recipe, "steps", settings.num_inference_steps);
  params["guidance_scale"] = recorded(recipe, "guidance_scale", settings.guidance_scale);
  params["options"] = run::sampling_options(withRecorded(recipe, settings), settings.family);
  // As training/validation_clips.cpp has it: tiles show in the numbers.
  params["offload"] = settings.offload == "none" ? "none" : "model";
  params["text_encoder"] = catalog::word(settings.text_encoder);
  params["vae_slicing"] = settings.enable_slicing;
  params["vae_tiling"] = settings.enable_tiling;
  return params;
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
