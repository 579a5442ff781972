// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "base/error.h"
#include "base/paths.h"
#include "dataset/dataset_manifest.h"
#include "media/image.h"
#include "quickstart/clip_sets.h"
#include "quickstart/jobs.h"
#include "run/run_folder.h"

namespace fw::quickstart {

namespace {

namespace fs = std::filesystem;

/// The clips that the run made at a step, in order.
std::vector<Clip> clips_of_step(const run::RunPaths& run, int64_t step, const catalog::Bucket& size,
                                const std::stop_token& stop) {
  std::vector<Clip> clips;
  run::read_run_events(run, 0, [&](const run::RunEvent& event) {
    if (event.event != "sample" || event.step != step) return;
    const fs::path file = run.folder / event.json.at("path").get<std::string>();
    const auto known = std::ranges::find(clips, file, &Clip::file);  // generated again after a resume
    if (known == clips.end()) clips.push_back({file, event.json.at("prompt").get<std::string>(), {}});
  });
  for (Clip& clip : clips) clip.frames = read_whole(clip.file, size, stop);
  return clips;
}

/// The first `count` clips of a dataset.
std::vector<Clip> clips_of_dataset(const dataset::DatasetManifest& samples, size_t count,
                                   const fs::path& folder, const std::stop_token& stop) {
  std::vector<Clip> clips;
  for (const dataset::DatasetSample& sample : std::span(samples).first(std::min(count, samples.size()))) {
    const fs::path file = folder / (std::to_string(clips.size()) + ".mp4");
    clips.push_back({file, sample.caption, read_whole(file, sample.bucket, stop)});
  }
  return clips;
}

constexpr int gap = 6, columns_a_clip = 3;

void paste(media::RgbImage& sheet, const media::RgbImage& picture, int left, int top) {
  for (int y = 0; y < picture.height; ++y)
    std::copy_n(picture.row(y), picture.width * 3, sheet.row(top + y) + static_cast<size_t>(left) * 3);
}

/// One row per prompt: first, middle and last frame of the clip before, after, and of a held-out one.
media::RgbImage contact_sheet(const std::vector<std::array<const Clip*, 3>>& rows) {
  const media::Size size = rows.front()[0]->frames.size;
  const int group = columns_a_clip * size.width + gap;
  media::RgbImage sheet(3 * group - gap, static_cast<int>(rows.size()) * (size.height + gap) - gap);
  std::ranges::fill(sheet.pixels, uint8_t{255});
  for (size_t row = 0; row < rows.size(); ++row) {
    for (size_t clip = 0; clip < 3; ++clip) {
      if (rows[row][clip] == nullptr) continue;
      const media::Sample& frames = rows[row][clip]->frames;
      for (int i = 0; i < columns_a_clip; ++i)
        paste(sheet, frames.frame(i * (frames.frames - 1) / (columns_a_clip - 1)),
              static_cast<int>(clip) * group + i * size.width, static_cast<int>(row) * (size.height + gap));
    }
  }
  return sheet;
}

double mean_of(const std::vector<double>& values) {
  return values.empty()
             ? 0
             : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<Comparison::File> files_of(const std::vector<Clip>& clips) {
  std::vector<Comparison::File> files;
  for (const Clip& clip : clips) files.push_back({clip.file, clip.prompt});
  return files;
}

}  // namespace

engine_api::Outcome make_report(const ReportRequest& request, engine_api::JobContext& context) {
  const QuickstartPaths paths{request.folder};
  const run::RunPaths run{request.run};
  const auto held_out = dataset::read_dataset_manifest(paths.held_out());
  const std::vector<Clip> real =
      clips_of_dataset(held_out, held_out.size(), paths.held_out_clips(), context.stop());
  const std::vector<Clip> train =
      clips_of_dataset(dataset::read_dataset_manifest(paths.train()), static_cast<size_t>(request.train),
                       paths.train_clips(), context.stop());
  const catalog::Bucket size = held_out.front().bucket;
  const int64_t last = run::run_status(run).step;
  const std::vector<Clip> before = clips_of_step(run, 0, size, context.stop());
  const std::vector<Clip> after = clips_of_step(run, last, size, context.stop());
  std::vector<std::array<const Clip*, 3>> rows;
  for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    const auto like = std::ranges::find(real, after[i].prompt, &Clip::prompt);
    rows.push_back({&before[i], &after[i], like == real.end() ? nullptr : &*like});
  }
  const media::ClipDescriptor mean = media::describe(mean_clip(train));
  std::vector<Described> means;
  for (const Clip& clip : after) means.push_back({clip.prompt, mean});
  const std::vector<Described> wanted = describe_all(real);
  Comparison report{.distance = {.before = mean_of(distances_to(wanted, describe_all(before))),
                                 .after = mean_of(distances_to(wanted, describe_all(after))),
                                 .mean_clip = mean_of(distances_to(wanted, means))},
                    .clips_before = files_of(before),
                    .clips_after = files_of(after),
                    .held_out = files_of(real)};
  if (!rows.empty()) {
    media::write_image(paths.sheet(), contact_sheet(rows), Existing::replace);
    report.sheet = paths.sheet();
  }
  return engine_api::Outcome::finished(report);
}

}  // namespace fw::quickstart
