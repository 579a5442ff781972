// SPDX-License-Identifier: Apache-2.0
#include "training/split.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "training/bucket_sampler.h"
#include "training/checkpoint.h"

namespace fw::training {

namespace {

constexpr ErrorCode no_samples{
    "training.no_samples",
    FW_TEXT("errors",
            "There are no samples left to train on: the dataset has {total}, of which {in_buckets} are in "
            "the run's buckets and {held_out} are held out."),
    FW_TEXT(
        "errors",
        "Check data.video_resolution_buckets and validation.held_out_samples. Parts of one video are held "
        "out together."),
    Blame::input};

/// Rank of a sample in the order in which samples are held out.
uint64_t number_of(const std::string& id, int64_t seed) {
  uint64_t hash = static_cast<uint64_t>(seed);
  for (const char letter : id) hash = mix_seed(hash, static_cast<unsigned char>(letter));
  return hash;
}

/// Group of samples that are held out together with this one.
std::string group_of(const dataset::DatasetSample& sample, HoldOut by) {
  if (by == HoldOut::samples) return sample.id;
  if (!sample.content_hash.empty()) return "hash " + sample.content_hash;
  return "clip " + sample.id.substr(0, sample.id.rfind('-'));
}

/// Indices of samples in the manifest with their ranks, in the order in which they are held out.
using Order = std::vector<std::pair<uint64_t, size_t>>;

/// Takes groups in the order of their samples until they have `wanted` samples.
std::set<std::string> choose_groups(const dataset::DatasetManifest& samples, const Order& order,
                                    size_t wanted, HoldOut by) {
  std::map<std::string, size_t> sizes;
  for (const auto& [number, place] : order) ++sizes[group_of(samples[place], by)];
  std::set<std::string> groups;
  size_t held = 0;
  for (auto at = order.begin(); at != order.end() && held < wanted; ++at) {
    const std::string group = group_of(samples[at->second], by);
    if (groups.insert(group).second) held += sizes[group];
  }
  return groups;
}

}  // namespace

Split split_samples(const run::RunSettings& settings, dataset::DatasetManifest all, HoldOut by) {
  const auto& buckets = settings.video_resolution_buckets;
  const auto wanted = static_cast<size_t>(settings.held_out_samples);
  const size_t total = all.size();
  std::erase_if(all, [&](const dataset::DatasetSample& sample) {
    return !buckets.empty() && std::ranges::find(buckets, catalog::to_string(sample.bucket)) == buckets.end();
  });
  const size_t in_buckets = all.size();
  Order order;
  for (size_t place = 0; wanted > 0 && place < all.size(); ++place)
    order.emplace_back(number_of(all[place].id, settings.seed), place);
  std::ranges::sort(order);  // ties: the first one in the file
  const std::set<std::string> groups = choose_groups(all, order, wanted, by);

  Split split;
  const auto is_held = [&](const dataset::DatasetSample& sample) {
    return !groups.empty() && groups.contains(group_of(sample, by));
  };
  for (const auto& [number, place] : order) {
    if (split.held_out.size() < wanted && is_held(all[place])) split.held_out.push_back(all[place]);
  }
  std::erase_if(all, is_held);
  split.train = std::move(all);
  split.left_out = in_buckets - split.train.size() - split.held_out.size();
  if (split.train.empty()) {
    throw Error(
        no_samples,
        {{"total", total}, {"in_buckets", in_buckets}, {"held_out", split.held_out.size() + split.left_out}});
  }
  return split;
}

HoldOut hold_out_of(const run::RunPaths& run) {
  const std::vector<int64_t> steps = run::checkpoint_steps(run);
  return steps.empty() ? HoldOut::sources : read_state(run.checkpoint(steps.back())).hold_out;
}

}  // namespace fw::training
