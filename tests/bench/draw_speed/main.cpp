// SPDX-License-Identifier: Apache-2.0
//
// bench_draw_speed FOLDER [CLIPS]   (1,000,000)
// The cost of a large dataset for a run: microseconds to find the samples of a micro-batch, on one thread and
// on four that work ahead across an epoch's border, the check of all cache entries before the first step, and
// the peak memory after each. Entries are links in FOLDER to a few real ones, 32,000 to each.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "precompute/latent_cache.h"
#include "support/peak_memory.h"
#include "tensor/libtorch.h"
#include "training/bucket_sampler.h"
#include "training/cache_check.h"
#include "training/sample_list.h"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using fw::precompute::CacheKind;

constexpr size_t links_a_file = 32'000;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void say(const char* what, double value, const char* unit) {
  std::printf("%-48s %10.3f %-4s peak %.2f GiB\n", what, value, unit,
              static_cast<double>(fw::support::peak_resident_bytes()) / (1 << 30));
}

fw::dataset::DatasetManifest make_samples(size_t count) {
  fw::dataset::DatasetManifest samples(count);
  for (size_t i = 0; i < count; ++i) {
    char key[33];
    std::snprintf(key, sizeof key, "%032zx", i);
    samples[i].id = std::to_string(i) + "-0";
    samples[i].bucket = {49, 480, static_cast<int64_t>(480 + 16 * (i % 7))};
    samples[i].caption = "A caption of about the length that a caption has as a rule.";
    samples[i].keys = {key, key, "", "empty"};
  }
  return samples;
}

void make_entries(const fs::path& folder, const fw::dataset::DatasetManifest& samples) {
  const fw::precompute::LatentCache cache(folder);
  const auto latent = torch::zeros({1, 1, 2, 2}), text = torch::zeros({2, 4});
  cache.write(CacheKind::text, "empty", {{"embedding", text}});
  for (const CacheKind kind : {CacheKind::latents, CacheKind::text}) {
    fs::path real;
    for (size_t i = 0; i < samples.size(); ++i) {
      const fs::path file = cache.file(kind, samples[i].keys.latents);
      if (i % links_a_file != 0) {
        if (::link(real.c_str(), file.c_str()) != 0 && errno != EEXIST) std::perror(file.c_str());
        continue;
      }
      real = file;
      if (fs::exists(real)) continue;
      if (kind == CacheKind::text) cache.write(kind, samples[i].keys.text, {{"embedding", text}});
      if (kind == CacheKind::latents)
        cache.write(kind, samples[i].keys.latents, {{"mean", latent}, {"logvar", latent}});
    }
  }
}

void measure_draws(const fw::dataset::DatasetManifest& samples) {
  const fw::training::SampleList list(samples);
  say("samples packed for the loader", 0, "");
  const fw::training::BucketSampler sampler(samples, 4, 42);
  auto start = Clock::now();
  sampler.batch(0);
  say("first draw of an epoch", seconds_since(start) * 1e3, "ms");
  const int64_t count = sampler.batches_per_epoch();
  double longest = 0;
  size_t letters = 0;
  start = Clock::now();
  for (int64_t i = 1; i < count; ++i) {
    const auto begin = Clock::now();
    for (const size_t index : sampler.batch(i)) letters += list[index].latents.size();
    longest = std::max(longest, seconds_since(begin));
  }
  say("a draw, one thread", seconds_since(start) * 1e6 / static_cast<double>(count), "us");
  say("the longest", longest * 1e6, "us");
  std::atomic<int64_t> next{count / 2};
  start = Clock::now();
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (int64_t at = next++; at < 3 * count + count / 2; at = next++) sampler.batch(at);
      });
  }
  say("a draw, four threads, three epochs' borders",
      seconds_since(start) * 1e6 / (3.0 * static_cast<double>(count)), "us");
  if (letters == 0) std::puts("nothing was drawn");
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 2;
  const size_t clips = count > 2 ? std::stoul(arguments[2]) : 1'000'000;
  fw::training::Split split;
  split.train = make_samples(clips);
  make_entries(arguments[1], split.train);
  say("manifest in memory", 0, "");
  fw::run::RunSettings settings;
  settings.caption_dropout_p = 0.1;
  const auto start = Clock::now();
  fw::training::check_cache(settings, split, fw::precompute::LatentCache(arguments[1]), {},
                            [](size_t, size_t) {});
  say("check over all entries, with the clips' headers", seconds_since(start), "s");
  measure_draws(split.train);
}
