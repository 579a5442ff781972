// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/dataset.h"
#include "project/captions.h"
#include "project/clips.h"
#include "project/figures.h"
#include "project/weights.h"

namespace fw::cli {

namespace {

struct DatasetClipOptions {
  std::string project;
  int64_t clip = 0;
  std::optional<std::string> caption;
  std::vector<std::string> captions, more_captions;
  std::optional<int64_t> in, out, times;
  std::optional<double> loss_weight;
  std::vector<int64_t> crop;
  std::string bucket;
  std::vector<std::string> tags, untags;
  bool uncrop = false, any_bucket = false, unweigh = false, remove = false;

  bool changes() const {
    return caption || !captions.empty() || !more_captions.empty() || in || out || !crop.empty() ||
           !bucket.empty() || !tags.empty() || !untags.empty() || uncrop || any_bucket || times ||
           loss_weight || unweigh || remove;
  }
};

nlohmann::json describe(const project::Project& opened, int64_t id) {
  const project::ClipRow row = read_clip(opened, id);
  nlohmann::json clip{
      {"event", "clip"},
      {"id", id},
      {"file", row.source.path},
      {"in", row.clip.in_frame},
      {"out", row.clip.out_frame},
      {"source_frames", row.source.frames},
      {"width", row.source.width},
      {"height", row.source.height},
      {"fps", row.source.fps()},
      {"seconds", row.clip.duration_s},
      {"crop", nullptr},
      {"bucket", nullptr},
      {"tags", row.tags},
      {"caption", row.caption ? row.caption->text : ""},
      {"more_captions", row.more_captions},
      {"origin", row.caption ? nlohmann::json(to_text(row.caption->origin)) : nlohmann::json()},
      {"history", nlohmann::json::array()},
      {"figures", nullptr},
      {"warnings", row.source.warnings}};
  if (const auto& crop = row.clip.crop) clip["crop"] = {crop->x, crop->y, crop->width, crop->height};
  if (row.times) clip["times"] = *row.times;
  if (row.loss_weight) clip["loss_weight"] = *row.loss_weight;
  if (row.clip.bucket) clip["bucket"] = to_string(*row.clip.bucket);
  for (const project::Caption& former : caption_history(opened, id))
    clip["history"].push_back({{"caption", former.text}, {"origin", to_text(former.origin)}});
  if (const auto measured = figures(opened, id)) clip["figures"] = measured->quality;
  return clip;
}

void print(const Session& session, const nlohmann::json& clip) {
  if (session.json) return print_json(clip);
  for (const auto& [key, value] : clip.items()) {
    if (key == "event" || value.is_null() || value.empty() || value == "") continue;
    if (key == "warnings") {
      print_faults("warning", value.get<std::vector<Fault>>());
    } else if (key == "history") {
      for (const auto& former : value)
        std::printf("%-14s %s: %s\n", "before", former.at("origin").get<std::string>().c_str(),
                    former.at("caption").get<std::string>().c_str());
    } else {
      std::printf("%-14s %s\n", key.c_str(),
                  (value.is_string() ? value.get<std::string>() : value.dump()).c_str());
    }
  }
}

void change(project::Project& opened, const DatasetClipOptions& options) {
  const std::span<const int64_t> one(&options.clip, 1);
  const project::ClipRow row = read_clip(opened, options.clip);
  if (options.in || options.out)
    set_cut(opened, options.clip, options.in.value_or(row.clip.in_frame),
            options.out.value_or(row.clip.out_frame));
  if (options.uncrop) set_crop(opened, one, std::nullopt);
  if (!options.crop.empty())
    set_crop(opened, one, catalog::Crop{options.crop[0], options.crop[1], options.crop[2], options.crop[3]});
  if (options.any_bucket) set_bucket(opened, one, std::nullopt);
  if (!options.bucket.empty()) set_bucket(opened, one, catalog::parse_bucket(options.bucket));
  if (options.times || options.unweigh) set_clip_times(opened, one, options.times);
  if (options.loss_weight || options.unweigh) set_clip_loss_weight(opened, one, options.loss_weight);
  for (const std::string& tag : options.tags) add_tag(opened, one, tag);
  for (const std::string& tag : options.untags) remove_tag(opened, one, tag);
  if (options.caption) set_caption(opened, options.clip, *options.caption);
  if (!options.captions.empty()) set_all_captions(opened, options.clip, options.captions);
  for (const std::string& caption : options.more_captions) add_caption(opened, one, caption);
  if (options.remove) remove_clips(opened, one);
}

void run(const Session& session, const DatasetClipOptions& options) {
  if (options.changes()) {
    project::Project opened = open_project(options.project);
    change(opened, options);
    if (options.remove) return;
  }
  const project::Project opened = project::Project::open(options.project, project::Access::read_only);
  print(session, describe(opened, options.clip));
}

std::string check_bucket(const std::string& text) {
  return catalog::parse_bucket(text) ? "" : text + " is not a bucket; write FxHxW, such as 49x480x720";
}

}  // namespace

void add_dataset_clip(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("clip", "Show or change one clip; each change can be undone");
  auto options = std::make_shared<DatasetClipOptions>();
  command->add_option("project", options->project, "Project folder")->required();
  command->add_option("clip", options->clip, "Number of the clip, as shown by `dataset list`")->required();
  command->add_option("--caption", options->caption, "New caption; an empty one removes it");
  command->add_option("--captions", options->captions,
                      "Replace all captions by these; training draws one at each step");
  command->add_option("--add-caption", options->more_captions, "Another caption after those that are there");
  command->add_option("--in", options->in, "First frame, counted in the source from 0");
  command->add_option("--out", options->out, "Frame after the last one");
  CLI::Option* crop =
      command->add_option("--crop", options->crop, "X Y WIDTH HEIGHT in pixels of the upright frame")
          ->expected(4);
  command->add_flag("--no-crop", options->uncrop, "Use the whole frame")->excludes(crop);
  CLI::Option* bucket =
      command->add_option("--bucket", options->bucket, "Use this bucket, FxHxW")->check(check_bucket);
  command->add_flag("--no-bucket", options->any_bucket, "Use the nearest bucket again")->excludes(bucket);
  CLI::Option* times = command->add_option(
      "--times", options->times, "Use the clip so often in an epoch, whatever the rules of `repeat` say");
  CLI::Option* weight = command->add_option("--loss-weight", options->loss_weight,
                                            "Factor of its loss, whatever the rules of `weigh` say");
  command->add_flag("--no-weights", options->unweigh, "As the rules say again")
      ->excludes(times)
      ->excludes(weight);
  command->add_option("--tag", options->tags, "Add tags");
  command->add_option("--untag", options->untags, "Remove tags");
  command->add_flag("--remove", options->remove, "Remove the clip from the project; its file is kept");
  command->callback([&session, options] { run(session, *options); });
}

}  // namespace fw::cli
