// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <filesystem>
#include <numeric>
#include <set>
#include <thread>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_lock.h"
#include "support/tiny_run.h"
#include "tensor/libtorch.h"
#include "training/batch_loader.h"
#include "training/checkpoint.h"
#include "training/eval_loss.h"
#include "training/event_log.h"
#include "training/meters.h"
#include "training/run_plan.h"
#include "training/split.h"
#include "training/tensorboard.h"

using namespace fw::training;
namespace fs = std::filesystem;
namespace catalog = fw::catalog;
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

uint64_t varint(const std::string& bytes, size_t& at) {
  uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.at(at++));
    value |= uint64_t(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return value;
  }
}

}  // namespace

class TestTrainingParts : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_model(path("model"));
    fw::support::make_tiny_dataset(path("."), 7);
  }

  void every_sample_once_an_epoch_in_batches_of_one_bucket() {
    const auto samples = samples_of({7, 3, 1});
    const BucketSampler sampler(samples, 2, 42);
    QCOMPARE(sampler.batches_per_epoch(), int64_t(4 + 2 + 1));
    std::vector<std::vector<size_t>> first_epoch, second_epoch;
    for (int epoch = 0; epoch < 3; ++epoch) {
      std::multiset<size_t> seen;
      for (int64_t i = 0; i < sampler.batches_per_epoch(); ++i) {
        const auto batch = sampler.batch(epoch * sampler.batches_per_epoch() + i);
        for (const size_t index : batch) QCOMPARE(samples[index].bucket, samples[batch[0]].bucket);
        seen.insert(batch.begin(), batch.end());
        if (epoch == 0) first_epoch.push_back(batch);
        if (epoch == 1) second_epoch.push_back(batch);
      }
      QCOMPARE(seen.size(), samples.size());
      QCOMPARE(std::set<size_t>(seen.begin(), seen.end()).size(), samples.size());
    }
    QVERIFY(first_epoch != second_epoch);
    QCOMPARE(BucketSampler(samples, 2, 42).batch(3), first_epoch[3]);  // a function of seed and position
    std::vector<std::vector<size_t>> other_seed;
    for (int64_t i = 0; i < 7; ++i) other_seed.push_back(BucketSampler(samples, 2, 43).batch(i));
    QVERIFY(first_epoch != other_seed);
  }

  void batches_come_in_the_order_in_which_they_always_came() {
    // The order of a former sampler that made the whole epoch for each batch: runs are resumed by their
    // position in it.
    const auto samples = samples_of({37, 3, 11, 1});
    const auto next = [](uint64_t& state) {
      state += 0x9e3779b97f4a7c15;
      uint64_t z = state;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      return z ^ (z >> 31);
    };
    const auto expected = [&](int64_t position, int64_t in_epoch, size_t size) {
      uint64_t state = fw::mix_seed(42, static_cast<uint64_t>(position / in_epoch));
      const auto shuffle = [&](auto& items) {
        for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[next(state) % i]);
      };
      std::map<catalog::Bucket, std::vector<size_t>> buckets;
      for (size_t i = 0; i < samples.size(); ++i) buckets[samples[i].bucket].push_back(i);
      std::vector<std::vector<size_t>> batches;
      for (auto& [bucket, indices] : buckets) {
        shuffle(indices);
        for (size_t at = 0; at < indices.size(); at += size)
          batches.emplace_back(indices.begin() + at, indices.begin() + std::min(at + size, indices.size()));
      }
      shuffle(batches);
      return batches[position % in_epoch];
    };
    for (const int64_t size : {1, 2, 5, 100}) {
      const BucketSampler sampler(samples, size, 42);
      const int64_t count = sampler.batches_per_epoch();
      std::vector<std::jthread> threads;  // in different epochs at the same time
      std::atomic<int64_t> position{0}, different{0};
      for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
          for (int64_t at = position++; at < 3 * count; at = position++)
            if (sampler.batch(at) != expected(at, count, size)) ++different;
        });
      threads.clear();
      QCOMPARE(different.load(), int64_t(0));
      QCOMPARE(sampler.batch(0), expected(0, count, size));  // and back
    }
  }

  void parts_of_one_video_are_held_out_together() {
    run::RunSettings settings;
    settings.held_out_samples = 3;
    for (const bool hashed : {true, false}) {
      dataset::DatasetManifest samples;
      for (int source = 0; source < 20; ++source) {
        for (int part = 0; part < 1 + source % 4; ++part) {
          dataset::DatasetSample sample;
          // By content: two clips may be cut from one file.
          sample.id = std::to_string(hashed ? 10 * source + part : source) + "-" + std::to_string(part);
          if (hashed) sample.content_hash = "h" + std::to_string(source);
          samples.push_back(sample);
        }
      }
      const auto source = [&](const dataset::DatasetSample& sample) {
        return hashed ? sample.content_hash : sample.id.substr(0, sample.id.find('-'));
      };
      std::set<std::set<std::string>> choices;
      for (settings.seed = 0; settings.seed < 10; ++settings.seed) {
        const Split split = split_samples(settings, samples);
        QCOMPARE(split.held_out.size(), size_t(3));
        QCOMPARE(split.train.size() + split.held_out.size() + split.left_out, samples.size());
        std::set<std::string> held;
        for (const auto& sample : split.held_out) held.insert(source(sample));
        for (const auto& sample : split.train) QVERIFY(!held.contains(source(sample)));
        QVERIFY(split.left_out <= 3);  // no more sources than needed
        choices.insert(held);
        QCOMPARE(split_samples(settings, samples, HoldOut::samples).left_out, size_t(0));
      }
      QVERIFY(choices.size() > 3);
      for (auto& sample : samples) sample.id = "7-" + sample.id, sample.content_hash = "one";
      QVERIFY_EXCEPTION_THROWN(split_samples(settings, samples), fw::Error);
    }
  }

  void held_out_samples_are_the_same_in_any_order() {
    auto samples = samples_of({6, 4});
    run::RunSettings settings;
    settings.held_out_samples = 3;
    const auto ids = [](const dataset::DatasetManifest& list) {
      std::set<std::string> all;
      for (const auto& sample : list) all.insert(sample.id);
      return all;
    };
    const Split split = split_samples(settings, samples);
    QCOMPARE(split.held_out.size(), size_t(3));
    QCOMPARE(split.train.size(), size_t(7));
    std::reverse(samples.begin(), samples.end());
    QVERIFY(ids(split_samples(settings, samples).held_out) == ids(split.held_out));
    settings.video_resolution_buckets = {"1x32x16"};
    QCOMPARE(split_samples(settings, samples).train.size(), size_t(1));
    settings.held_out_samples = 99;
    QVERIFY_EXCEPTION_THROWN(split_samples(settings, samples), fw::Error);
  }

  void batches_do_not_depend_on_who_makes_them() {
    const auto run = fw::support::make_tiny_run(path("."), {"data.caption_dropout_p=0.5"});
    auto settings = run::read_run_file(run.run_file()).settings;
    const auto model = fw::support::load_tiny_model(path("model"));
    const fw::precompute::LatentCache cache(settings.cache);
    const auto manifest = dataset::read_dataset_manifest(run.dataset());
    std::vector<MicroBatch> first;
    for (const int64_t workers : {0, 3}) {
      settings.dataloader_num_workers = workers;
      BatchLoader loader(settings, manifest, cache, *model, 0);
      for (int i = 0; i < 10; ++i) {
        const MicroBatch micro = loader.next();
        QCOMPARE(micro.position, int64_t(i));
        if (workers == 0) {
          first.push_back(micro);
          continue;
        }
        QVERIFY(micro.sample_ids == first[i].sample_ids);
        QVERIFY(torch::equal(micro.batch.latents, first[i].batch.latents));
        QVERIFY(torch::equal(micro.batch.text.embeds, first[i].batch.text.embeds));
        QVERIFY(torch::equal(micro.draw.noise, first[i].draw.noise));
        QVERIFY(torch::equal(micro.draw.timesteps, first[i].draw.timesteps));
      }
    }
    // The second time the same clip has other latents: they are drawn again.
    BatchLoader later(settings, manifest, cache, *model, 4);
    QVERIFY(torch::equal(later.next().draw.noise, first[4].draw.noise));
    const auto empty = cache.read(fw::precompute::CacheKind::text, "empty").at("embedding");
    int dropped = 0, texts = 0;
    for (const MicroBatch& micro : first) {
      for (int64_t i = 0; i < micro.batch.text.embeds.size(0); ++i, ++texts)
        dropped += torch::equal(micro.batch.text.embeds[i], empty);
    }
    QVERIFY2(dropped > 0 && dropped < texts, qPrintable(QString("%1 of %2").arg(dropped).arg(texts)));
  }

  void warns_of_a_warm_up_that_outlasts_the_run() {
    for (const auto& [warmup, count] : {std::pair(3, 0), {4, 1}, {9, 1}}) {
      const auto run = fw::support::make_tiny_run(
          path("."), {"training.train_steps=4", "lr_scheduler.lr_scheduler=\"constant_with_warmup\"",
                      "lr_scheduler.lr_warmup_steps=" + std::to_string(warmup)});
      QCOMPARE(plan_run(run, std::nullopt).warnings.size(), size_t(count));
    }
  }

  void processes_of_a_world_share_the_batches() {
    const auto run = fw::support::make_tiny_run(path("."));
    const auto settings = run::read_run_file(run.run_file()).settings;
    const auto model = fw::support::load_tiny_model(path("model"));
    const fw::precompute::LatentCache cache(settings.cache);
    const auto manifest = dataset::read_dataset_manifest(run.dataset());
    BatchLoader alone(settings, manifest, cache, *model, 4);
    std::vector<std::unique_ptr<BatchLoader>> loaders;
    for (int64_t rank = 0; rank < 2; ++rank) {
      const fw::distributed::World world{rank, 2};
      loaders.push_back(std::make_unique<BatchLoader>(settings, manifest, cache, *model, 4, world));
    }
    for (int i = 0; i < 6; ++i) {
      BatchLoader& loader = *loaders[i % 2];
      const MicroBatch own = loader.next(), wanted = alone.next();
      QCOMPARE(own.position, wanted.position);
      QVERIFY(torch::equal(own.draw.noise, wanted.draw.noise));
      if (i % 2 == 1) QCOMPARE(loader.position(), alone.position());
    }
  }

  void a_missing_or_odd_cache_entry_ends_the_run_with_its_name() {
    const auto run = fw::support::make_tiny_run(path("."));
    auto settings = run::read_run_file(run.run_file()).settings;
    const auto model = fw::support::load_tiny_model(path("model"));
    const fw::precompute::LatentCache cache(settings.cache);
    auto manifest = dataset::read_dataset_manifest(run.dataset());
    manifest.resize(1);
    for (const char* key : {"gone", "k1-text"}) {
      cache.write(fw::precompute::CacheKind::latents, "k1-text", {{"embedding", torch::ones({2})}});
      manifest[0].keys.latents = key;
      for (const int64_t workers : {0, 1}) {
        settings.dataloader_num_workers = workers;
        BatchLoader loader(settings, manifest, cache, *model, 0);
        QVERIFY_EXCEPTION_THROWN(loader.next(), fw::Error);
      }
    }
  }

  void events_are_written_in_order_and_cut_on_resume() {
    const auto run = fw::support::make_tiny_run(path("."));
    run::RunSettings settings;
    uint64_t offset = 0;
    {
      EventLog log(run, settings, 0, 0);
      for (int64_t step = 1; step <= 100; ++step)
        log.add("metrics", step, {{"values", {{"loss", 1.0 / double(step)}}}});
      offset = log.flush();
      QCOMPARE(offset, fs::file_size(run.events()));
      log.add("sample", 100, {{"path", "a.mp4"}});
      log.add("metrics", 101, {{"values", {{"loss", std::nan("")}}}});
      log.add("sample", 101, {{"path", "b.mp4"}});
    }
    QVERIFY(fs::file_size(run.events()) > offset);
    std::ofstream(run.events(), std::ios::app) << "{\"event\": \"cut sh";
    std::vector<int64_t> steps;
    const auto collect = [&](const run::RunEvent& event) { steps.push_back(event.step); };
    const uint64_t whole = run::read_run_events(run, 0, collect);
    QCOMPARE(steps.size(), size_t(103));
    QVERIFY(whole < fs::file_size(run.events()));
    {
      EventLog log(run, settings, offset, 100);
      log.add("metrics", 101, {{"values", {{"loss", 7.0}}}});
    }
    steps.clear();
    run::read_run_events(run, offset, collect);
    QCOMPARE(steps, (std::vector<int64_t>{100, 101}));  // the step's own clips stay
    const std::string csv = fw::read_file(run.folder / "metrics.csv");
    QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 102);
    QVERIFY(csv.starts_with("step,loss,") && csv.find("\n101,7.0,") != std::string::npos);
    QVERIFY(!fs::is_empty(run.folder / "tensorboard"));
  }

  void tensorboard_frames() {
    QCOMPARE(masked_crc32c("123456789"), ((0xe3069283u >> 15 | 0xe3069283u << 17) + 0xa282ead8u));
    {
      TensorboardWriter writer(path("tb"));
      writer.scalar("loss", 300, 0.25, 1.5);
    }
    const std::string bytes = fw::read_file(fs::directory_iterator(path("tb"))->path());
    std::vector<std::string> records;
    for (size_t at = 0; at < bytes.size();) {
      uint64_t length = 0;
      uint32_t crc = 0;
      std::memcpy(&length, &bytes.at(at), 8);
      std::memcpy(&crc, &bytes.at(at + 12 + length), 4);
      records.push_back(bytes.substr(at + 12, length));
      QCOMPARE(crc, masked_crc32c(records.back()));
      at += 16 + length;
    }
    QCOMPARE(records.size(), size_t(2));
    QVERIFY(records[0].find("brain.Event:2") != std::string::npos);
    size_t at = 9;  // after wall_time
    QCOMPARE(varint(records[1], at), uint64_t(2 << 3));
    QCOMPARE(varint(records[1], at), uint64_t(300));
    QVERIFY(records[1].find(std::string("\x0a\x04loss\x15", 7) + std::string("\x00\x00\x80\x3e", 4)) !=
            std::string::npos);
  }

  void fixed_loss_is_fixed() {
    const auto run = fw::support::make_tiny_run(path("."));
    const auto settings = run::read_run_file(run.run_file()).settings;
    const auto model = fw::support::load_tiny_model(path("model"));
    const auto manifest = dataset::read_dataset_manifest(run.dataset());
    const fw::precompute::LatentCache cache(settings.cache);
    const LossGrid grid{.timesteps = 3, .noises = 2};
    torch::manual_seed(1);
    const EvalLoss once = eval_loss(*model, manifest, cache, grid);
    torch::manual_seed(2);
    const EvalLoss again = eval_loss(*model, manifest, cache, grid);
    QCOMPARE(once.mean, again.mean);
    QCOMPARE(once.timesteps, (std::vector<int64_t>{166, 500, 833}));
    QCOMPARE(once.by_timestep.size(), size_t{3});
    QCOMPARE(once.samples.size(), manifest.size());
    QCOMPARE(once.samples[0].losses.size(), size_t{6});
    QVERIFY(once.samples[0].losses[0] != once.samples[0].losses[1]);  // another noise
    const LossGrid other{.timesteps = 3, .noises = 2, .seed = 1};
    QVERIFY(eval_loss(*model, manifest, cache, other).samples[0].losses != once.samples[0].losses);
    QVERIFY(once.mean > 0 && once.by_timestep[0] != once.by_timestep[1]);
  }

  void run_folders() {
    const auto run = fw::support::make_tiny_run(path("."), {"run.cpu_threads=0"});
    const std::string text = fw::read_file(run.run_file());
    QVERIFY2(text.find("folder = \"" + path("model").lexically_normal().string()) != std::string::npos,
             text.c_str());
    QVERIFY(run::read_run_file(run.run_file()).settings.cpu_threads > 0);  // frozen too
    QVERIFY(run::read_run_file(run.run_file()).faults.empty());
    QVERIFY(fs::exists(run.dataset()));
    fs::create_directories(run.checkpoint(12));
    fw::write_file_atomically(run.checkpoint(12) / lora_file_name, "weights", fw::Existing::refuse);
    QCOMPARE(run::run_status(run).step, int64_t(12));
    QCOMPARE(run::run_status(run).running, false);
    const auto lock = fw::FileLock::try_lock(run.lock());
    QVERIFY(run::run_status(run).running);
    const auto found = run::find_run(run.checkpoint(12).string(), {});
    QCOMPARE(found.folder, run.folder.lexically_normal());
    QCOMPARE(run::find_run("latest", path("runs")).folder.parent_path(), path("runs"));
    QVERIFY_EXCEPTION_THROWN(run::find_run("nowhere", {}), fw::Error);
    QVERIFY_EXCEPTION_THROWN(run::find_run("latest", path("nowhere")), fw::Error);
    const auto branch = run::branch_run(run, run.checkpoint(12), {"optimizer.lr=5e-3", "run.name=Größe/2"});
    // The newest event of all runs here.
    std::ofstream(run.events()) << R"({"event":"started","step":0,"time_ms":9000000000000})"
                                << "\n";
    QCOMPARE(run::find_run("latest", path("runs")).folder, run.folder);
    const auto settings = run::read_run_file(branch.run_file()).settings;
    QCOMPARE(settings.lr, 5e-3);
    QCOMPARE(settings.start_from, (branch.start() / lora_file_name).lexically_normal().string());
    QVERIFY(branch.folder.filename().string().starts_with("Größe-2-"));
  }

  // The first step of a shape plans kernels and allocates memory: it says nothing about later ones.
  void speed_is_that_of_later_steps() {
    Meters meters(torch::kCPU);
    TrainState state;
    const auto after = [&](double seconds, bool first_of_shape) {
      StepTimes times;
      times.total_s = seconds;
      times.first_of_shape = first_of_shape;
      meters.step(state, {.grad_norms = {1.0}}, {{"clip", 500, 1.0}}, times, 10);
      return meters.steps_per_hour();
    };
    QCOMPARE(after(36, true), 100.0);  // the only one so far
    QCOMPARE(after(3.6, false), 1000.0);
    QCOMPARE(after(36, true), 1000.0);
    QVERIFY(after(36, false) < 1000);
  }

  // With different buckets, the first one drawn says little about the others.
  void time_left_goes_by_the_buckets() {
    Meters meters(torch::kCPU);
    TrainState state;
    meters.expect(400);  // 100 in a quarter of the steps, 500 in the others
    const auto after = [&](double seconds, double work) {
      StepTimes times;
      times.total_s = seconds;
      times.work = work;
      meters.step(state, {.grad_norms = {1.0}}, {{"clip", 500, 1.0}}, times, 10);
      return meters.seconds_left(10);
    };
    QCOMPARE(after(1, 100), 40.0);
    QVERIFY(std::abs(after(5, 500) - 40.0) < 1e-9);
    QVERIFY(std::abs(meters.seconds_per_step() - 4.0) < 1e-9);
  }
};

QTEST_GUILESS_MAIN(TestTrainingParts)
#include "test_training_parts.moc"
