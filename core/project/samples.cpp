// SPDX-License-Identifier: Apache-2.0
#include "project/samples.h"

#include <algorithm>

#include "base/paths.h"
#include "media/resample.h"
#include "project/caption_rules.h"
#include "project/weights.h"

namespace fw::project {

namespace {

constexpr ErrorCode bad_fps{
    "project.bad_fps", FW_TEXT("errors", "Clips cannot be resampled to {fps} fps."),
    FW_TEXT("errors", "Choose a frame rate up to 1000 fps, or 0 to keep the original frames."), Blame::input};

void check_rate(double fps) {
  if (!media::is_frame_rate(fps)) throw Error(bad_fps, {{"fps", fps}});
}

bool is_still(const ClipRow& row) {
  return row.source.is_image;
}

dataset::ClipShape shape_of(const ClipRow& row, double fps) {
  const bool resampled = fps > 0 && !is_still(row);
  // A crop outside the picture, which older versions imported, yields no sample: only that clip is unfit.
  const catalog::Crop whole{0, 0, row.source.width, row.source.height};
  const catalog::Crop crop = row.clip.crop.value_or(whole);
  const bool inside = is_inside(crop, whole.width, whole.height);
  return {.id = row.clip.id,
          .width = inside ? crop.width : 0,
          .height = inside ? crop.height : 0,
          .frames = resampled ? media::resampled_count(row.clip.duration_s, fps) : row.clip.frames(),
          .source_fps = is_still(row) ? 0 : row.source.fps(),
          .choice = row.clip.bucket};
}

/// @param texts  from dataset::texts_of
dataset::DatasetSample sample_of(const Project& project, const ClipRow& row, const dataset::BucketFit& fit,
                                 int64_t part, double fps, std::vector<std::string> texts) {
  catalog::Crop crop = fit.crop;
  if (row.clip.crop) {
    crop.x += row.clip.crop->x;
    crop.y += row.clip.crop->y;
  }
  return {
      .id = std::to_string(row.clip.id) + "-" + std::to_string(part),
      .source = to_utf8(project.absolute_path(row.source.path)),
      .content_hash = row.source.hash,
      .source_bytes = row.source.bytes,
      .source_modified_ms = row.source.modified_ms,
      .source_in = row.clip.in_frame,
      .source_out = row.clip.out_frame,
      .fps = is_still(row) ? 0 : fps,
      .first_frame = part * fit.bucket.frames,
      .frame_count = fit.bucket.frames,
      .crop = crop,
      .bucket = fit.bucket,
      .caption = texts.front(),
      .keys = {},
      .more_captions = {std::make_move_iterator(texts.begin() + 1), std::make_move_iterator(texts.end())}};
}

}  // namespace

catalog::Bucket own_size(const dataset::ClipShape& shape) {
  const int64_t multiple = shape.frames > 1 ? 2 : 1;
  return {shape.frames, std::max(shape.height / multiple, int64_t{1}) * multiple,
          std::max(shape.width / multiple, int64_t{1}) * multiple};
}

dataset::DatasetSample own_sample(const Project& project, const ClipRow& row) {
  const dataset::ClipShape shape = shape_of(row, 0);
  const auto fit = dataset::fit_bucket(shape, own_size(shape), dataset::LongClips::beginning);
  return sample_of(project, row, fit.value(), 0, /*fps=*/0, {row.caption ? row.caption->text : ""});
}

std::vector<dataset::ClipShape> clip_shapes(const Project& project, double fps, const ClipFilter& filter,
                                            const WorkOptions& work) {
  check_rate(fps);
  std::vector<dataset::ClipShape> shapes;
  ProgressMeter meter(FW_TEXT("phases", "reading clips"), count_clips(project, filter));
  visit_clips(project, filter, [&](const ClipRow& row) {
    if (work.stop.stop_requested()) throw Cancelled();
    shapes.push_back(shape_of(row, fps));
    if (work.on_progress) work.on_progress(meter.update(static_cast<int64_t>(shapes.size())));
  });
  return shapes;
}

void visit_samples(const Project& project, std::span<const dataset::BucketAssignment> assignments,
                   const SampleOptions& options, const dataset::TakeSample& take) {
  check_rate(options.fps);
  std::vector<int64_t> ids;
  std::vector<const dataset::BucketFit*> fits;
  for (const dataset::BucketAssignment& assignment : assignments) {
    if (!assignment.fit) continue;
    ids.push_back(assignment.clip_id);
    fits.push_back(&*assignment.fit);
  }
  const auto weights = options.repeats ? clip_weights(project, assignments) : std::map<int64_t, ClipWeight>();
  dataset::CaptionRules rules = caption_rules(project);
  dataset::CaptionRules without_trigger = rules;
  rules.trigger = options.id_token;
  without_trigger.trigger.clear();
  size_t next = 0;
  visit_clips(project, ids, [&](const ClipRow& row) {
    while (ids[next] != row.clip.id) ++next;  // skips removed clips
    const dataset::BucketFit& fit = *fits[next++];
    const auto found = weights.find(row.clip.id);
    const ClipWeight weight = found == weights.end() ? ClipWeight() : found->second;
    const std::vector<std::string> texts =
        dataset::texts_of(captions_of(row), weight.regularises ? without_trigger : rules);
    for (int64_t copy = 1; copy <= weight.times; ++copy) {
      for (int64_t part = 0; part < fit.parts; ++part) {
        dataset::DatasetSample sample = sample_of(project, row, fit, part, options.fps, texts);
        sample.draws = weight.draws;
        sample.loss_weight = weight.loss_weight;
        sample.caption_dropout = weight.caption_dropout;
        if (copy > 1) sample.id += "x" + std::to_string(copy);
        take(std::move(sample));
      }
    }
  });
}

dataset::DatasetManifest make_manifest(const Project& project,
                                       std::span<const dataset::BucketAssignment> assignments,
                                       const SampleOptions& options) {
  dataset::DatasetManifest manifest;
  visit_samples(project, assignments, options,
                [&](dataset::DatasetSample sample) { manifest.push_back(std::move(sample)); });
  return manifest;
}

void write_manifest(const std::filesystem::path& file, Existing existing, const Project& project,
                    std::span<const dataset::BucketAssignment> assignments, const SampleOptions& options) {
  dataset::ManifestWriter writer(file, existing);
  visit_samples(project, assignments, options,
                [&](const dataset::DatasetSample& sample) { writer.add(sample); });
  writer.commit();
}

}  // namespace fw::project
