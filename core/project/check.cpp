// SPDX-License-Identifier: Apache-2.0
#include "project/check.h"

#include "dataset/dataset_manifest.h"
#include "project/caption_rules.h"
#include "project/clips.h"
#include "project/relink.h"

namespace fw::project {

namespace {

constexpr ErrorCode sources_missing{
    "project.sources_missing",
    FW_TEXT("errors",
            "{sources} {sources:source has|sources have} been moved or deleted, the first is {file}."),
    FW_TEXT("errors", "Relink them by giving the folder that they were moved to."), Blame::input};
constexpr ErrorCode sources_changed{"project.sources_changed",
                                    FW_TEXT("errors",
                                            "{sources} {sources:source has changed since it was|sources have "
                                            "changed since they were} imported, the first is {file}."),
                                    FW_TEXT("errors",
                                            "Put the original files back, or relink the project to them. To "
                                            "use the new ones, import them under another name."),
                                    Blame::input};
constexpr ErrorCode no_captions{
    "project.no_captions", FW_TEXT("errors", "{clips} of {all} clips {clips:has|have} no caption."),
    FW_TEXT("errors", "Write captions, or have a captioner write them."), Blame::input};
constexpr ErrorCode captions_too_long{"project.captions_too_long",
                                      FW_TEXT("errors",
                                              "{clips} {clips:caption is|captions are} longer than a text "
                                              "encoder of {model} reads; the rest is ignored."),
                                      FW_TEXT("errors", "Shorten them."), Blame::input};
constexpr ErrorCode sources_damaged{
    "project.sources_damaged",
    FW_TEXT("errors", "{clips} {clips:clip comes|clips come} from damaged or truncated files."),
    FW_TEXT("errors", "Find them with the filter is:damaged."), Blame::input};

constexpr ErrorCode sources_interlaced{
    "project.sources_interlaced",
    FW_TEXT("errors", "{clips} {clips:clip is|clips are} interlaced: moving edges have comb lines."),
    FW_TEXT("errors", "Find them with the filter is:interlaced, deinterlace the files and import those."),
    Blame::input};
constexpr ErrorCode sources_transparent{
    "project.sources_transparent",
    FW_TEXT("errors", "{clips} {clips:clip has|clips have} transparent parts, which are shown on black."),
    FW_TEXT("errors", "Find them with the filter is:transparent."), Blame::input};
constexpr ErrorCode sources_hdr{
    "project.sources_hdr",
    FW_TEXT("errors", "{clips} {clips:clip is|clips are} HDR and not tone mapped: colours look washed out."),
    FW_TEXT("errors", "Find them with the filter is:hdr, convert the files to SDR and import those."),
    Blame::input};

int64_t count_with(const Project& project, const ClipFilter& filter, const char* term) {
  const auto parsed = ClipFilter::parse(term);
  return count_clips(project, filter.both(std::get<ClipFilter>(parsed)));
}

}  // namespace

std::vector<LongCaption> long_captions(const Project& project, const ClipFilter& filter,
                                       const std::string& id_token, const CountTokens& count,
                                       const WorkOptions& work) {
  std::vector<LongCaption> found;
  dataset::CaptionRules rules = caption_rules(project);
  rules.trigger = id_token;
  ProgressMeter meter(FW_TEXT("phases", "counting tokens"), count_clips(project, filter));
  int64_t done = 0;
  visit_clips(project, filter, [&](const ClipRow& row) {
    if (work.stop.stop_requested()) throw Cancelled();
    if (work.on_progress) work.on_progress(meter.update(++done));
    for (const std::string& caption : captions_of(row)) {
      const std::string text = dataset::longest_text(caption, rules).text;
      const CaptionTokens tokens = count(text);
      if (tokens.kept_bytes >= text.size()) continue;
      found.push_back({row.clip.id, tokens.tokens, text.substr(tokens.kept_bytes)});
      return;
    }
  });
  return found;
}

DatasetCheck check_dataset(const Project& project, const BucketRequest& request, const std::string& id_token,
                           const CountTokens& count, const WorkOptions& work) {
  DatasetCheck check{.plan = plan_buckets(project, request, work)};
  check.errors = check.plan.errors;
  check.warnings = check.plan.warnings;
  const auto missing = missing_sources(project);
  if (!missing.empty()) {
    check.errors.push_back({sources_missing, {{"sources", missing.size()}, {"file", missing[0].path}}});
  }
  const auto changed = changed_sources(project, work);
  if (!changed.empty()) {
    check.errors.push_back({sources_changed, {{"sources", changed.size()}, {"file", changed[0].path}}});
  }
  if (const int64_t bare = count_with(project, request.filter, "is:uncaptioned"); bare > 0) {
    check.warnings.push_back({no_captions, {{"clips", bare}, {"all", check.plan.shapes.size()}}});
  }
  const std::pair<const char*, const ErrorCode*> of_sources[]{{"is:damaged", &sources_damaged},
                                                              {"is:interlaced", &sources_interlaced},
                                                              {"is:transparent", &sources_transparent},
                                                              {"is:hdr", &sources_hdr}};
  for (const auto& [filter, code] : of_sources)
    if (const int64_t clips = count_with(project, request.filter, filter); clips > 0)
      check.warnings.push_back({*code, {{"clips", clips}}});
  if (count) check.long_captions = long_captions(project, request.filter, id_token, count, work);
  if (!check.long_captions.empty()) {
    check.warnings.push_back(
        {captions_too_long, {{"clips", check.long_captions.size()}, {"model", request.model.rules.model}}});
  }
  return check;
}

}  // namespace fw::project
