// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <map>

#include "cli/dataset.h"
#include "dataset/dataset_manifest.h"
#include "project/check.h"
#include "project/clips.h"
#include "project/samples.h"

namespace fw::cli {

namespace {

void print_fit(const Session& session, const dataset::BucketAssignment& assignment) {
  const dataset::BucketFit& fit = *assignment.fit;
  if (session.json) {
    print_json({{"event", "fit"},
                {"clip", assignment.clip_id},
                {"bucket", to_string(fit.bucket)},
                {"parts", fit.parts},
                {"crop_share", fit.crop_share},
                {"frames_dropped", fit.frames_dropped},
                {"scale", fit.scale}});
  } else {
    std::printf("clip %6lld  %-14s  %lld samples  crop %4.1f%%  %lld frames dropped  scale %.2f\n",
                static_cast<long long>(assignment.clip_id), to_string(fit.bucket).c_str(),
                static_cast<long long>(fit.parts), 100 * fit.crop_share,
                static_cast<long long>(fit.frames_dropped), fit.scale);
  }
}

}  // namespace

void print_plan(const Session& session, const project::BucketPlan& plan, bool clips) {
  std::map<catalog::Bucket, long long> samples;
  for (const catalog::Bucket& bucket : plan.buckets) samples[bucket] = 0;
  for (const auto& assignment : plan.assignments) {
    if (!assignment.fit) continue;
    samples[assignment.fit->bucket] += assignment.fit->parts;
    if (clips) print_fit(session, assignment);
  }
  const dataset::BucketTotals& totals = plan.totals;
  if (session.json) {
    nlohmann::json buckets = nlohmann::json::object();
    for (const auto& [bucket, count] : samples) buckets[to_string(bucket)] = count;
    return print_json({{"event", "buckets"},
                       {"buckets", buckets},
                       {"explanation", plan.explanation},
                       {"clips", totals.clips},
                       {"samples", totals.samples},
                       {"samples_an_epoch", plan.samples_an_epoch},
                       {"unfit", plan.unfit},
                       {"upscaled", totals.upscaled},
                       {"frames", totals.frames},
                       {"frames_dropped", totals.frames_dropped},
                       {"mean_crop_share", totals.mean_crop_share}});
  }
  for (const Fault& sentence : plan.explanation) std::printf("%s\n", sentence.message().c_str());
  for (const auto& [bucket, count] : samples)
    std::printf("%-16s %6lld samples\n", to_string(bucket).c_str(), count);
  print_faults("no bucket", plan.unfit);
  std::printf(
      "%lld clips, %lld samples, %lld without a bucket; %lld of %lld frames dropped, %.1f%% of the picture "
      "cut, "
      "%lld clips enlarged.\n",
      static_cast<long long>(totals.clips), static_cast<long long>(totals.samples),
      static_cast<long long>(totals.unfit), static_cast<long long>(totals.frames_dropped),
      static_cast<long long>(totals.frames), 100 * totals.mean_crop_share,
      static_cast<long long>(totals.upscaled));
  if (plan.samples_an_epoch != totals.samples)
    std::printf("%lld samples an epoch, with repeats and shares.\n",
                static_cast<long long>(plan.samples_an_epoch));
}

}  // namespace fw::cli
