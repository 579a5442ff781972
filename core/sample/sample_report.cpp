// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/paths.h"
#include "config/dataset_manifest.h"
#include "config/run_folder.h"
#include "media/image.h"
#include "media/likeness.h"
#include "sample/sample_jobs.h"

namespace fw::sample {

namespace {

namespace fs = std::filesystem;
using media::ClipDescriptor;

struct Clip {
  fs::path file;
  std::string prompt;
  media::Sample frames;
};

media::Sample read_whole(const fs::path& file, const config::Bucket& size, const std::stop_token& stop) {
  media::SampleSpec spec;
  spec.cut = {0, size.frames, 0};
  spec.frames = static_cast<int>(size.frames);
  spec.size = {static_cast<int>(size.width), static_cast<int>(size.height)};
  return media::read_sample(file, spec, 0, stop);
}

/// The clips that the run made at a step, in their order.
std::vector<Clip> clips_of_step(const config::RunPaths& run, int64_t step, const config::Bucket& size,
                                const std::stop_token& stop) {
  std::vector<Clip> clips;
  config::read_run_events(run, 0, [&](const config::RunEvent& event) {
    if (event.event != "sample" || event.step != step) return;
    const fs::path file = run.folder / event.json.at("path").get<std::string>();
    const auto known = std::ranges::find(clips, file, &Clip::file);  // made again after a resume
    if (known == clips.end()) clips.push_back({file, event.json.at("prompt").get<std::string>(), {}});
  });
  for (Clip& clip : clips) clip.frames = read_whole(clip.file, size, stop);
  return clips;
}

std::vector<Clip> clips_of_dataset(const fs::path& manifest, const fs::path& folder,
                                   const std::stop_token& stop) {
  std::vector<Clip> clips;
  for (const config::DatasetSample& sample : config::read_dataset_manifest(manifest)) {
    const fs::path file = folder / (std::to_string(clips.size()) + ".mp4");
    clips.push_back({file, sample.caption, read_whole(file, sample.bucket, stop)});
  }
  return clips;
}

/// What a clip shows, and what it was asked to show.
struct Described {
  std::string prompt;
  ClipDescriptor shown;
};

std::vector<Described> describe_all(const std::vector<Clip>& clips) {
  std::vector<Described> all;
  for (const Clip& clip : clips) all.push_back({clip.prompt, media::describe(clip.frames)});
  return all;
}

/// Mean distance of clips to the real ones of the same caption, or to all, where none has it.
double distance_to(const std::vector<Described>& real, const std::vector<Described>& clips) {
  double sum = 0;
  for (const Described& clip : clips) {
    std::vector<double> same, any;
    for (const Described& other : real) {
      any.push_back(media::distance(clip.shown, other.shown));
      if (other.prompt == clip.prompt) same.push_back(any.back());
    }
    const std::vector<double>& chosen = same.empty() ? any : same;
    for (const double each : chosen) sum += each / static_cast<double>(chosen.size());
  }
  return clips.empty() ? 0 : sum / static_cast<double>(clips.size());
}

/// Pixel by pixel: what a model that only blurs would make of everything.
media::Sample mean_clip(const std::vector<Clip>& clips) {
  media::Sample mean = clips.front().frames;
  for (size_t i = 0; i < mean.rgb.size(); ++i) {
    size_t sum = 0;
    for (const Clip& clip : clips) sum += clip.frames.rgb[i];
    mean.rgb[i] = static_cast<uint8_t>(sum / clips.size());
  }
  return mean;
}

constexpr int gap = 6, columns_a_clip = 3;

void paste(media::RgbImage& sheet, const media::RgbImage& picture, int left, int top) {
  for (int y = 0; y < picture.height; ++y)
    std::copy_n(picture.row(y), picture.width * 3, sheet.row(top + y) + static_cast<size_t>(left) * 3);
}

/// A row for each prompt; first, middle and last frame of the clip before, after, and of a held-out one.
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

nlohmann::json files_of(const std::vector<Clip>& clips) {
  auto files = nlohmann::json::array();
  for (const Clip& clip : clips) files.push_back({{"file", to_utf8(clip.file)}, {"prompt", clip.prompt}});
  return files;
}

}  // namespace

nlohmann::json make_report(const nlohmann::json& params, engine_api::JobContext& context) {
  const SamplePaths paths{params.at("folder").get<std::string>()};
  const config::RunPaths run{params.at("run").get<std::string>()};
  const std::vector<Clip> real = clips_of_dataset(paths.held_out(), paths.held_out_clips(), context.stop());
  const std::vector<Clip> train = clips_of_dataset(paths.train(), paths.train_clips(), context.stop());
  const config::Bucket size = config::read_dataset_manifest(paths.held_out()).front().bucket;
  const int64_t last = config::run_status(run).step;
  const std::vector<Clip> before = clips_of_step(run, 0, size, context.stop());
  const std::vector<Clip> after = clips_of_step(run, last, size, context.stop());
  std::vector<std::array<const Clip*, 3>> rows;
  for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    const auto like = std::ranges::find(real, after[i].prompt, &Clip::prompt);
    rows.push_back({&before[i], &after[i], like == real.end() ? nullptr : &*like});
  }
  const ClipDescriptor mean = media::describe(mean_clip(train));
  std::vector<Described> means;
  for (const Clip& clip : after) means.push_back({clip.prompt, mean});
  const std::vector<Described> wanted = describe_all(real);
  nlohmann::json report = {{"distance",
                            {{"before", distance_to(wanted, describe_all(before))},
                             {"after", distance_to(wanted, describe_all(after))},
                             {"mean_clip", distance_to(wanted, means)}}},
                           {"clips_before", files_of(before)},
                           {"clips_after", files_of(after)},
                           {"held_out", files_of(real)}};
  if (!rows.empty()) {
    media::write_image(paths.sheet(), contact_sheet(rows));
    report["sheet"] = to_utf8(paths.sheet());
  }
  return report;
}

}  // namespace fw::sample
