// SPDX-License-Identifier: Apache-2.0
#include "engine/links_job.h"

#include <algorithm>
#include <chrono>

#include "base/progress.h"
#include "distributed/ranks.h"
#include "engine/ranks_work.h"
#include "run/links.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"

namespace fw::engine {

namespace {

using Clock = std::chrono::steady_clock;
using distributed::Ranks;

constexpr ErrorCode one_process{
    "engine.one_process", FW_TEXT("errors", "Links are measured between processes, and this one is alone."),
    FW_TEXT("errors", "Start several: framewright-cli launch --nproc 8 -- bench links"), Blame::input};

constexpr std::chrono::seconds patience{60};
/// Group sizes that occur in meshes.
constexpr int64_t group_sizes[]{2, 4, 8};
constexpr int64_t small_rounds = 40, large_rounds = 6;
constexpr int64_t large_bytes = int64_t{64} << 20;  // sent by each process

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Groups of ranks `stride` apart, as many as fit.
struct Groups {
  int64_t size, stride;

  /// Members of `rank`'s group; empty if the group would be incomplete.
  std::vector<int64_t> members(int64_t rank, int64_t ranks) const {
    const int64_t extent = size * stride, first = rank / extent * extent + rank % stride;
    std::vector<int64_t> group;
    if (first + (size - 1) * stride < ranks)
      for (int64_t i = 0; i < size; ++i) group.push_back(first + i * stride);
    return group;
  }
};

/// The slowest rank's time for a call in which each rank sends `bytes` in equal parts to the rest of its
/// group; the median of several rounds, after one for warming up.
double median_seconds(Ranks& ranks, const Groups& groups, int64_t bytes, int64_t rounds) {
  std::vector<int64_t> counts(static_cast<size_t>(ranks.size));
  const int64_t part = std::max<int64_t>(bytes / (groups.size - 1), 1);
  int64_t total = 0;
  for (const int64_t member : groups.members(ranks.rank, ranks.size)) {
    if (member == ranks.rank) continue;
    counts[static_cast<size_t>(member)] = part;
    total += part;
  }
  const auto options = torch::TensorOptions(ranks.device()).dtype(torch::kUInt8);
  const torch::Tensor sent = torch::zeros({total}, options), received = torch::zeros({total}, options);
  std::vector<double> times;
  for (int64_t round = 0; round <= rounds; ++round) {
    tensor::synchronize(ranks.device());
    ranks.gather("");  // synchronizes the start
    const auto begin = Clock::now();
    ranks.exchange(received, counts, sent, counts);
    tensor::synchronize(ranks.device());
    if (round > 0) times.push_back(seconds_since(begin));
  }
  std::ranges::nth_element(times, times.begin() + rounds / 2);
  double slowest = 0;
  for (const std::string& of_rank : ranks.gather(std::to_string(times[static_cast<size_t>(rounds / 2)])))
    slowest = std::max(slowest, std::stod(of_rank));
  return slowest;
}

/// Bytes read and written per second in the fastest of several copies.
double copy_speed(torch::Device device) {
  const auto options = torch::TensorOptions(device).dtype(torch::kUInt8);
  const torch::Tensor source = torch::zeros({large_bytes}, options);
  torch::Tensor target = torch::zeros({large_bytes}, options);
  double best = 0;
  for (int64_t round = 0; round <= large_rounds; ++round) {
    tensor::synchronize(device);
    const auto begin = Clock::now();
    target.copy_(source);
    tensor::synchronize(device);
    best = std::max(best, 2.0 * static_cast<double>(large_bytes) / seconds_since(begin));
  }
  return best;
}

std::vector<run::LinkSpeed> measure(Ranks& ranks, int64_t members, int64_t stride,
                                    const std::function<void()>& after_each) {
  std::vector<run::LinkSpeed> level;
  for (const int64_t size : group_sizes) {
    if (size > members) break;
    const Groups groups{size, stride};
    run::LinkSpeed speed{.ranks = size};
    speed.latency_s = median_seconds(ranks, groups, 0, small_rounds);
    const double seconds = median_seconds(ranks, groups, large_bytes, large_rounds);
    const int64_t sent = large_bytes / (size - 1) * (size - 1);
    speed.bytes_per_s = static_cast<double>(sent) / std::max(seconds - speed.latency_s, 1e-9);
    level.push_back(speed);
    after_each();
  }
  return level;
}

run::Links measure_all(Ranks& ranks, int64_t local_size, engine_api::JobContext& context) {
  ProgressMeter meter(FW_TEXT("phases", "measuring links"), 0);
  int64_t done = 0;
  const std::function<void()> after_each = [&] { context.progress(meter.update(++done)); };
  run::Links links;
  links.device = tensor::device_name(ranks.device());
  links.backend = ranks.device().is_cuda() ? "nccl" : "gloo";
  ranks.on_first([&] { links.copy_bytes_per_s = copy_speed(ranks.device()); });
  links.within = measure(ranks, local_size, 1, after_each);
  links.between = measure(ranks, ranks.size / local_size, local_size, after_each);
  return links;
}

}  // namespace

engine_api::Outcome run_links(const engine_api::LinksRequest& request, engine_api::JobContext& context) {
  const launch::WorldSpec& place = request.world;
  if (place.size < 2) throw Error(one_process);
  const auto ranks = Ranks::join(place, patience, context.stop());
  try {
    const torch::Device device = tensor::parse_device(request.device);
    ranks->connect(
        device.is_cuda() ? tensor::parse_device("cuda:" + std::to_string(place.local_rank)) : device,
        patience, Ranks::Checks::no);
    const run::Links links = measure_all(*ranks, place.local_size, context);
    ranks->leave();
    return engine_api::Outcome::finished(links);
  } catch (const Cancelled&) {
    ranks->cancel();
    throw;
  } catch (...) {
    throw Error(ranks->report(engine_api::caught_fault()));
  }
}

}  // namespace fw::engine
