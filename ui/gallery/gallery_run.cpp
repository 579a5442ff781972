// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery_run.h"

#include <QCollator>
#include <QDir>
#include <QLocale>
#include <algorithm>

#include "run/run_file.h"
#include "run/run_folder.h"

#include "ui/state/file_path.h"
#include "ui/state/kept_loras.h"
#include "ui/state/thumbnail_cache.h"

namespace fw::ui {

namespace {

namespace fs = std::filesystem;

StepWeights weightsAt(const run::RunPaths& run, const run::RunSettings& settings, qint64 step,
                      std::optional<qint64> result) {
  using Kind = StepWeights::Kind;
  if (step == 0) return {Kind::none};
  const bool isAveraged = settings.ema_decay > 0;
  std::error_code error;
  if (settings.training_type != run::TrainingType::lora) {
    if (result == step) return {Kind::model, toText(run.result())};
    return {fs::exists(run.checkpoint(step), error) ? Kind::state : Kind::pruned};
  }
  if (const fs::path file = run.result() / "ema" / run::lora_file_name;
      result == step && fs::exists(file, error))
    return {Kind::lora, toText(file)};
  for (const fs::path& folder : {run.checkpoint(step), run.result()}) {
    const bool isOfStep = folder != run.result() || result == step;
    if (isOfStep && fs::exists(folder / run::lora_file_name, error))
      return {Kind::lora, toText(folder / run::lora_file_name), isAveraged};
  }
  return {Kind::pruned};
}

}  // namespace

const GalleryClip* GalleryRun::clip(qint64 step, const QString& name) const {
  const auto ofStep = std::ranges::equal_range(clips, step, {}, &GalleryClip::step);
  const auto found = std::ranges::find(ofStep, name, &GalleryClip::name);
  return found == ofStep.end() ? nullptr : &*found;
}

const GalleryClip* GalleryRun::clip(const QString& path) const {
  const auto found = std::ranges::find(clips, path, &GalleryClip::path);
  return found == clips.end() ? nullptr : &*found;
}

QString stepText(qint64 step) {
  return step == 0 ? GalleryText::tr("Before training")
                   : GalleryText::tr("Step %1").arg(QLocale().toString(step));
}

QString rowText(const GalleryRun& run, qint64 step) {
  const auto trained = run.trainedSteps.find(step);
  if (trained == run.trainedSteps.end()) return stepText(step);
  if (step == 0) return GalleryText::tr("Without LoRA");
  const double strength = run.weights.at(step).strength;
  const QString text = stepText(trained->second);
  return strength == 1 ? text : text + QStringLiteral(" × ") + QLocale().toString(strength, 'g', 3);
}

QString promptText(const GalleryRun& run, const GalleryClip& clip) {
  const auto same = std::ranges::count(run.columns, clip.prompt, &GalleryClip::prompt);
  const QString prompt = clip.prompt.isEmpty() ? GalleryText::tr("No prompt") : clip.prompt;
  return same < 2 ? prompt : GalleryText::tr("%1 (seed %2)").arg(prompt).arg(clip.seed);
}

GalleryRun readGalleryRun(const project::Project& project, const project::RunInfo& info,
                          const QString& folder, const std::stop_token& stop) {
  const run::RunPaths paths{toPath(folder)};
  GalleryRun run;
  run.folder = run.trainedBy = folder;
  run.name = info.name.empty() ? QDir(folder).dirName() : QString::fromStdString(info.name);
  run.settings = run::read_run_file(paths.run_file()).settings;
  const std::optional<qint64> result = resultStep(paths, run.isLora());
  for (const project::RunSample& sample : project::list_samples(project, info.id)) {
    if (stop.stop_requested()) throw Cancelled();
    const fs::path file = project.absolute_path(sample.path);
    run.clips.push_back({sample.step, toText(file.stem()), QString::fromStdString(sample.prompt), sample.seed,
                         QDir::cleanPath(toText(file)), ThumbnailCache::keyOf(file)});
    if (run.steps.empty() || run.steps.back() != sample.step) {
      run.steps.push_back(sample.step);
      run.weights[sample.step] = weightsAt(paths, run.settings, sample.step, result);
    }
  }
  QCollator numbers;
  numbers.setNumericMode(true);  // 2-0 before 10-0
  run.columns = run.clips;
  std::ranges::stable_sort(run.columns,
                           [&](const auto& a, const auto& b) { return numbers.compare(a.name, b.name) < 0; });
  const auto again = std::ranges::unique(run.columns, {}, &GalleryClip::name);
  run.columns.erase(again.begin(), again.end());
  return run;
}

}  // namespace fw::ui
