// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <map>

#include "base/join.h"
#include "cli/dataset.h"
#include "dataset/dataset_manifest.h"
#include "project/check.h"
#include "project/clips.h"
#include "workflow/caption_tokens.h"
#include "workflow/project_samples.h"

namespace fw::cli {

namespace {

struct DatasetBucketsOptions {
  std::string project, filter, model, write, id_token;
  catalog::BucketFlags flags;
  bool overwrite = false, propose = false, save = false, split = false, clips = false;
  double megapixels = 0, vram_gib = 0, fps = -1;
  int64_t batch_size = 1;
};

/// The requested model, published or a folder; otherwise the project's. Throws if a folder cannot be read.
project::ChosenModel model_of(const DatasetBucketsOptions& options, const project::Project& project) {
  if (options.model.empty()) return project::chosen_model(project);
  if (const catalog::ModelSpec* published = catalog::find_model(options.model)) return {*published, {}};
  if (std::error_code error; !std::filesystem::exists(options.model, error) && !error)
    throw CLI::ValidationError("--model",
                               options.model + " is neither a model folder nor one of " +
                                   join(catalog::published_models(), ", ", &catalog::ModelSpec::id));
  return {catalog::recognise_model({options.model}), {options.model}};
}

project::BucketRequest request_of(const DatasetBucketsOptions& options, const catalog::ModelSpec& model) {
  project::BucketRequest request;
  request.model = model;
  catalog::BucketList list = catalog::buckets_from_flags(options.flags);
  if (!list.faults.empty()) throw Error(list.faults.front());
  request.buckets = std::move(list.buckets);
  request.propose = options.propose;
  request.budget.max_pixels = static_cast<int64_t>(options.megapixels * 1e6);
  request.budget.vram_bytes = static_cast<int64_t>(options.vram_gib * (1 << 30));
  request.budget.estimate = catalog::lora_estimate(request.model.id).value_or(catalog::VramEstimate());
  request.budget.batch_size = options.batch_size;
  request.fps = options.fps < 0 ? request.model.rules.fps : options.fps;
  request.long_clips = options.split ? dataset::LongClips::split : dataset::LongClips::beginning;
  request.filter = parse_filter(options.filter);
  return request;
}

void run_buckets(const Session& session, const DatasetBucketsOptions& options) {
  if (!options.write.empty() && !options.overwrite) refuse_existing(options.write);
  project::Project opened = options.save
                                ? open_project(options.project)
                                : project::Project::open(options.project, project::Access::read_only);
  const project::BucketRequest request = request_of(options, model_of(options, opened).model);
  const project::BucketPlan plan = plan_buckets(opened, request, show_progress());
  print_plan(session, plan, options.clips);
  if (!session.json) {
    print_faults("error", plan.errors);
    print_faults("warning", plan.warnings);
  }
  if (options.save) set_project_buckets(opened, plan.buckets);
  if (options.write.empty()) return;
  dataset::ManifestWriter writer(options.write, existing_of(options.overwrite));
  workflow::visit_plan_samples(opened, plan, {request.fps, trigger_word(opened, options.id_token)},
                               [&](const dataset::DatasetSample& sample) {
                                 const std::filesystem::path source = sample.source;
                                 refuse_sources(options.write, {&source, 1});
                                 writer.add(sample);
                               });
  writer.commit();
}

int run_check(const Session& session, const DatasetBucketsOptions& options) {
  const project::Project opened = project::Project::open(options.project, project::Access::read_only);
  const project::ChosenModel model = model_of(options, opened);
  const project::BucketRequest request = request_of(options, model.model);
  project::CountTokens count;
  if (std::error_code error;
      !model.source.folder.empty() &&
      std::filesystem::exists(model.source.part(model.model.encoders.front().tokenizer), error))
    count = [tokenizers = workflow::CaptionTokenizers(model.source, model.model)](std::string_view caption) {
      return tokenizers.least_read(caption);
    };
  const project::DatasetCheck check =
      check_dataset(opened, request, trigger_word(opened, options.id_token), count, show_progress());
  if (session.json) {
    nlohmann::json cut = nlohmann::json::array();
    for (const auto& caption : check.long_captions)
      cut.push_back({{"clip", caption.clip_id}, {"tokens", caption.tokens}, {"cut_off", caption.cut_off}});
    print_json({{"event", "check"},
                {"errors", check.errors},
                {"warnings", check.warnings},
                {"unfit", check.plan.unfit},
                {"tokens_counted", count != nullptr},
                {"long_captions", cut}});
  } else {
    print_faults("error", check.errors);
    print_faults("no bucket", check.plan.unfit);
    print_faults("warning", check.warnings);
    for (const auto& caption : check.long_captions)
      std::printf("clip %lld: %lld tokens, cut off: %s\n", static_cast<long long>(caption.clip_id),
                  static_cast<long long>(caption.tokens), caption.cut_off.c_str());
    if (!count) std::puts("Tokens of captions were not counted: --model names no folder with a tokenizer.");
    std::printf("%zu errors, %zu warnings.\n", check.errors.size(), check.warnings.size());
  }
  return check.errors.empty() ? exit_done : exit_failed;
}

}  // namespace

void add_dataset_buckets(CLI::App& group, Session& session) {
  auto options = std::make_shared<DatasetBucketsOptions>();
  CLI::App* buckets = group.add_subcommand(
      "buckets", "Assign clips to buckets, or suggest buckets, and show what is cut off");
  CLI::App* check = group.add_subcommand("check", "Check the dataset for problems before training");
  for (CLI::App* command : {buckets, check}) {
    command->add_option("project", options->project, "Project folder")->required();
    command->add_option("--model", options->model, "Published model or folder (default: the project's)");
    command->add_option("--filter", options->filter, "Only these clips");
    command->add_option("--video-resolution-buckets,--video_resolution_buckets",
                        options->flags.video_resolution_buckets,
                        "Buckets as FxHxW (default: the project's, or suggested ones)");
    command->add_option("--frame-buckets,--frame_buckets", options->flags.frame_buckets,
                        "Frame counts: every combination of the three lists is a bucket");
    command->add_option("--height-buckets,--height_buckets", options->flags.height_buckets,
                        "Heights, see --frame-buckets");
    command->add_option("--width-buckets,--width_buckets", options->flags.width_buckets,
                        "Widths, see --frame-buckets");
    command->add_flag("--propose", options->propose, "Suggest buckets for the clips");
    command->add_option("--megapixels", options->megapixels, "Most megapixels (FxHxW) of a suggested sample");
    command->add_option("--vram", options->vram_gib, "Device memory for a suggested sample in GiB");
    command->add_option("--batch-size", options->batch_size, "Samples per step")->check(CLI::PositiveNumber);
    command->add_option("--fps", options->fps,
                        "Resample to this frame rate; 0 keeps the original frames (default: the model's)");
    command->add_flag("--split", options->split, "Split long clips into several samples");
    command->add_option("--id-token,--id_token", options->id_token, "Word added in front of every caption");
  }
  buckets->add_flag("--clips", options->clips, "Show every clip");
  buckets->add_flag("--save", options->save, "Save the buckets in the project");
  buckets->add_option("--write", options->write, "Write the samples to this dataset.jsonl");
  add_overwrite(*buckets, options->overwrite);
  buckets->callback([&session, options] { run_buckets(session, *options); });
  check->callback([&session, options] { session.exit_code = run_check(session, *options); });
}

}  // namespace fw::cli
