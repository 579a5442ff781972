// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <map>

#include "support/tiny_run.h"
#include "tensor/libtorch.h"
#include "training/batch_loader.h"

using namespace fw::training;
namespace fs = std::filesystem;
namespace dataset = fw::dataset;
namespace run = fw::run;

namespace {

dataset::DatasetManifest samples_of(const std::vector<int>& bucket_sizes) {
  dataset::DatasetManifest samples;
  for (size_t b = 0; b < bucket_sizes.size(); ++b) {
    for (int i = 0; i < bucket_sizes[b]; ++i) {
      dataset::DatasetSample sample;
      sample.id = std::to_string(b) + "." + std::to_string(i) + "-0";
      sample.bucket = {1, 16 * static_cast<int64_t>(b + 1), 16};
      samples.push_back(sample);
    }
  }
  return samples;
}

}  // namespace

/// Which captions and samples a run draws, and how much they count.
class TestDraws : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_model(path("model"));
    fw::support::make_tiny_dataset(path("."), 7);
  }

  void captions_are_drawn_by_the_seed_and_weights_follow_their_samples() {
    const auto run = fw::support::make_tiny_run(path("."), {"data.caption_dropout_p=0"});
    auto settings = run::read_run_file(run.run_file()).settings;
    settings.batch_size = 1;
    const auto model = fw::support::load_tiny_model(path("model"));
    const fw::precompute::LatentCache cache(settings.cache);
    const auto plain = dataset::read_dataset_manifest(run.dataset());
    auto manifest = plain;
    for (dataset::DatasetSample& sample : manifest) {
      sample.more_captions = {"b", "c"};
      sample.keys.more_texts = {"b", "c"};
    }
    for (const char* key : {"b", "c"}) {
      auto text = cache.read(fw::precompute::CacheKind::text, plain[0].keys.text);
      text.at("embedding") = torch::full_like(text.at("embedding"), *key);
      cache.write(fw::precompute::CacheKind::text, key, text);
    }
    manifest[1].loss_weight = 0.25;
    manifest[2].caption_dropout = 1;
    const auto empty = cache.read(fw::precompute::CacheKind::text, "empty").at("embedding");
    BatchLoader without(settings, plain, cache, *model, 0), loader(settings, manifest, cache, *model, 0);
    std::map<float, int> drawn;
    std::vector<torch::Tensor> first;
    for (int i = 0; i < 1200; ++i) {
      const MicroBatch old = without.next(), micro = loader.next();
      QVERIFY(micro.sample_ids == old.sample_ids);
      // Only the text changes: latents, noise and timesteps stay the same.
      QVERIFY(torch::equal(micro.batch.latents, old.batch.latents));
      QVERIFY(torch::equal(micro.draw.noise, old.draw.noise));
      QVERIFY(torch::equal(micro.draw.timesteps, old.draw.timesteps));
      QVERIFY(!old.loss_weights.defined());
      const bool is_light = micro.sample_ids[0] == manifest[1].id;
      QCOMPARE(micro.loss_weights.defined(), is_light);
      if (is_light) QCOMPARE(micro.loss_weights.item<float>(), 0.25f);
      const torch::Tensor text = micro.batch.text.embeds[0];
      if (i < 20) first.push_back(text);
      if (micro.sample_ids[0] == manifest[2].id) {
        QVERIFY(torch::equal(text, empty));
        continue;
      }
      const float letter =
          text.min().item<float>() == text.max().item<float>() ? text.min().item<float>() : 0;
      if (letter == 0) QVERIFY(torch::equal(text, old.batch.text.embeds[0]));
      ++drawn[letter];
    }
    const int all = drawn[0] + drawn['b'] + drawn['c'];
    for (const auto& [letter, count] : drawn)
      QVERIFY2(std::abs(count - all / 3) < all / 20, qPrintable(QString("%1 of %2").arg(count).arg(all)));
    BatchLoader later(settings, manifest, cache, *model, 7);
    for (size_t i = 7; i < 20; ++i) QVERIFY(torch::equal(later.next().batch.text.embeds[0], first[i]));
    settings.seed += 1;
    BatchLoader other(settings, manifest, cache, *model, 0);
    int same = 0;
    for (size_t i = 0; i < 20; ++i) same += torch::equal(other.next().batch.text.embeds[0], first[i]);
    QVERIFY(same < 15);
  }

  void shares_of_draws_are_kept() {
    auto samples = samples_of({30, 7, 3});
    const auto set_of = [](size_t i) { return i < 30 ? i % 3 : i < 37 ? 3 : 4; };
    const double draws[]{1, 0.35, 2.6, 0.15, 1.9};
    double all = 0;
    for (size_t i = 0; i < samples.size(); ++i) all += samples[i].draws = draws[set_of(i)];
    const BucketSampler sampler(samples, 2, 42);
    std::vector<double> count(samples.size()), of_set(5);
    int64_t position = 0, drawn = 0;
    std::vector<std::vector<size_t>> batches;
    for (; drawn < 10'000; ++position) {
      const auto batch = sampler.batch(position);
      QVERIFY(!batch.empty() && batch.size() <= 2);
      for (const size_t index : batch) {
        QCOMPARE(samples[index].bucket, samples[batch[0]].bucket);
        ++count[index];
        ++of_set[set_of(index)];
        ++drawn;
      }
      batches.push_back(batch);
    }
    double wanted[5] = {};
    for (size_t i = 0; i < samples.size(); ++i) wanted[set_of(i)] += samples[i].draws;
    for (size_t set = 0; set < 5; ++set) {
      const double share = of_set[set] / static_cast<double>(drawn);
      QVERIFY2(std::abs(share - wanted[set] / all) < 0.01 * wanted[set] / all,
               qPrintable(QString("set %1: %2 of %3").arg(set).arg(share).arg(wanted[set] / all)));
    }
    // Each sample by itself, too: none is more than an epoch and a draw away from its share.
    for (size_t i = 0; i < samples.size(); ++i)
      QVERIFY(std::abs(count[i] - static_cast<double>(drawn) * samples[i].draws / all) <
              2 + samples[i].draws);
    // A function of seed and position, in any order; epochs are whole.
    const BucketSampler again(samples, 2, 42);
    for (size_t i = batches.size(); i-- > 0;)
      if (i % 7 == 0) QCOMPARE(again.batch(static_cast<int64_t>(i)), batches[i]);
    QCOMPARE(again.epochs_at(again.batches_in(5)), 5.0);
    const double middle = again.epochs_at(again.batches_in(5) + 3);
    QVERIFY(middle > 5 && middle < 6);
    QVERIFY(again.batches_in(6) > again.batches_in(5));
    // Draws of fewer than one sample an epoch: epochs without a batch are passed over.
    auto few = samples_of({2});
    for (auto& sample : few) sample.draws = 0.1;
    const BucketSampler rare(few, 2, 1);
    QCOMPARE(rare.batches_in(2), int64_t{0});
    QCOMPARE(rare.batches_in(10), int64_t{2});
    QCOMPARE(rare.batch(1).size(), size_t{1});
  }
};

QTEST_GUILESS_MAIN(TestDraws)
#include "test_draws.moc"
