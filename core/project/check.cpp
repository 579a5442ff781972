// SPDX-License-Identifier: Apache-2.0
#include "project/check.h"

#include "config/dataset_manifest.h"
#include "project/clips.h"
#include "project/relink.h"
#include "project/samples.h"

namespace fw::project {

namespace {

constexpr ErrorCode no_clips{"project.no_clips", FW_TEXT("errors", "There are no clips to train on."),
                             FW_TEXT("errors", "Import some, or choose another filter."), Blame::input};
constexpr ErrorCode sources_missing{
    "project.sources_missing", FW_TEXT("errors", "{sources} sources are not where they were, first {file}."),
    FW_TEXT("errors", "Relink them by naming the folder that they were moved to."), Blame::input};
constexpr ErrorCode no_captions{"project.no_captions",
                                FW_TEXT("errors", "{clips} of {all} clips have no caption."),
                                FW_TEXT("errors", "Write captions, or let a captioner do it."), Blame::input};
constexpr ErrorCode captions_too_long{
    "project.captions_too_long",
    FW_TEXT("errors",
            "{clips} captions have more than the {limit} tokens that {model} reads; the rest is cut off."),
    FW_TEXT("errors", "Shorten them."), Blame::input};
constexpr ErrorCode sources_damaged{
    "project.sources_damaged", FW_TEXT("errors", "{clips} clips come from damaged or cut-off files."),
    FW_TEXT("errors", "Look at them with the filter is:damaged."), Blame::input};

int64_t count_with(const Project& project, const ClipFilter& filter, const char* term) {
  const auto parsed = ClipFilter::parse(term);
  return count_clips(project, filter.both(std::get<ClipFilter>(parsed)));
}

}  // namespace

std::vector<LongCaption> long_captions(const Project& project, const ClipFilter& filter,
                                       const std::string& id_token, const CountTokens& count) {
  std::vector<LongCaption> found;
  visit_clips(project, filter, ClipOrder::source, [&](const ClipRow& row) {
    if (!row.caption) return;
    const std::string text = config::with_id_token(row.caption->text, id_token);
    const CaptionTokens tokens = count(text);
    if (tokens.kept_bytes < text.size()) {
      found.push_back({row.clip.id, tokens.tokens, text.substr(tokens.kept_bytes)});
    }
  });
  return found;
}

DatasetCheck check_dataset(const Project& project, const CheckOptions& options) {
  DatasetCheck check;
  const std::vector<config::ClipShape> shapes = clip_shapes(project, options.limits.fps, options.filter);
  if (shapes.empty()) check.errors.push_back(Fault(no_clips));
  const auto missing = missing_sources(project);
  if (!missing.empty()) {
    check.errors.push_back({sources_missing, {{"sources", missing.size()}, {"file", missing[0].path}}});
  }
  config::BucketFaults bucket_faults = config::check_buckets(options.buckets, options.model.rules);
  check.errors.insert(check.errors.end(), bucket_faults.errors.begin(), bucket_faults.errors.end());
  check.warnings = std::move(bucket_faults.warnings);

  const auto assignments = config::assign_buckets(shapes, options.buckets, options.long_clips);
  check.totals = config::sum_up(shapes, assignments);
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (!assignments[i].fit) check.unfit.push_back(config::unfit_reason(shapes[i], options.buckets));
  }
  for (Fault& fault : config::check_assignments(shapes, assignments, options.buckets, options.limits)) {
    const bool leaves_out = fault.code == "config.clips_unfit" || fault.code == "config.no_buckets";
    (leaves_out ? check.errors : check.warnings).push_back(std::move(fault));
  }

  if (const int64_t bare = count_with(project, options.filter, "is:uncaptioned"); bare > 0) {
    check.warnings.push_back({no_captions, {{"clips", bare}, {"all", shapes.size()}}});
  }
  if (const int64_t damaged = count_with(project, options.filter, "is:damaged"); damaged > 0) {
    check.warnings.push_back({sources_damaged, {{"clips", damaged}}});
  }
  if (options.count_tokens) {
    check.long_captions = long_captions(project, options.filter, options.id_token, options.count_tokens);
    if (!check.long_captions.empty()) {
      check.warnings.push_back({captions_too_long,
                                {{"clips", check.long_captions.size()},
                                 {"limit", options.model.token_limit},
                                 {"model", options.model.rules.model}}});
    }
  }
  return check;
}

}  // namespace fw::project
