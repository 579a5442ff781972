// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "dataset/dataset_manifest.h"
#include "workflow/preflight.h"

using namespace fw;
namespace fs = std::filesystem;

/// Faults, advice, needs and shortages of a run before it starts.
class TestPreflight : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  run::RunSettings m_settings;

  /// A dataset with the given number of samples in each bucket.
  void write_dataset(const std::vector<std::pair<catalog::Bucket, int>>& buckets, double draws = 1) {
    dataset::ManifestWriter writer(m_settings.dataset, Existing::replace);
    int number = 0;
    for (const auto& [bucket, count] : buckets) {
      for (int i = 0; i < count; ++i)
        writer.add({.id = std::to_string(++number),
                    .source = "/clips/a.mp4",
                    .content_hash = "hash",
                    .source_out = bucket.frames,
                    .frame_count = bucket.frames,
                    .crop = {0, 0, bucket.width, bucket.height},
                    .bucket = bucket,
                    .caption = "a red circle",
                    .draws = draws});
    }
    writer.commit();
  }
  workflow::RunFacts facts() const {
    return workflow::read_run_facts(m_settings, engine_api::Processor::cpu);
  }
  static QStringList codes(const std::vector<Fault>& faults) {
    QStringList all;
    for (const Fault& fault : faults) all << QString::fromStdString(fault.code);
    return all;
  }
  static constexpr catalog::Bucket native{9, 64, 96}, huge{9, 192, 288};

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const fs::path root = m_folder->path().toStdString();
    m_settings = {};
    m_settings.model_folder = (fs::path(FW_SOURCE_FOLDER) / "resources" / "sample" / "model").string();
    m_settings.dataset = root / "dataset.jsonl";
    m_settings.cache = root / "cache";
    m_settings.output_dir = root / "runs";
  }

  void a_good_dataset_needs_no_advice() {
    write_dataset({{native, 3}});
    const workflow::RunFacts read = facts();
    QCOMPARE(read.samples, 3);
    QVERIFY(read.model && !read.is_encoded && !read.obstacle);
    QCOMPARE(read.pixels_to_encode, native.pixels());  // the three are cut from the same frames
    QCOMPARE(codes(workflow::faults_of(read, m_settings)), QStringList());
    QCOMPARE(codes(workflow::advice_of(read, m_settings)), QStringList());
  }

  void faults_name_their_setting() {
    QCOMPARE(codes(workflow::faults_of(facts(), m_settings)).size(), 1);  // no dataset
    QCOMPARE(workflow::faults_of(facts(), m_settings).front().arguments.at("key"),
             std::string("data.dataset"));
    write_dataset({});
    QCOMPARE(codes(workflow::faults_of(facts(), m_settings)), QStringList("train.no_sample"));
    write_dataset({{native, 1}});
    m_settings.video_resolution_buckets = {"25x64x96"};
    QCOMPARE(codes(workflow::faults_of(facts(), m_settings)), QStringList("train.no_such_bucket"));
    m_settings.model_folder = m_folder->path().toStdString();
    QVERIFY(!facts().model);
    QCOMPARE(facts().faults.front().arguments.at("key"), std::string("model.folder"));
  }

  void what_differs_from_the_model_is_advised() {
    write_dataset({{native, 2}, {huge, 1}});
    QCOMPARE(codes(workflow::advice_of(facts(), m_settings)), QStringList("train.bucket_large"));
    m_settings.video_resolution_buckets = {to_string(native)};
    QCOMPARE(codes(workflow::advice_of(facts(), m_settings)), QStringList("train.samples_unused"));
  }

  void steps_and_checkpoints_are_counted() {
    write_dataset({{native, 10}});
    m_settings.train_steps = 0;
    m_settings.train_epochs = 3;
    m_settings.batch_size = 2;
    m_settings.held_out_samples = 1;
    m_settings.checkpointing_steps = 5;
    const engine_api::RunPlan plan{.checkpoint_bytes = 100, .cache_bytes = 7, .encode_seconds = 2};
    const workflow::RunNeeds needs = workflow::needs_of(plan, m_settings, facts());
    QCOMPARE(needs.steps, 14);  // 9 samples, 3 times, by pairs
    QCOMPARE(needs.checkpoint_bytes, 300);
    QCOMPARE(needs.cache_bytes, 7);
    write_dataset({{native, 10}}, 2);
    QCOMPARE(workflow::needs_of(plan, m_settings, facts()).steps, 27);
    write_dataset({{native, 10}});
    QCOMPARE(needs.encoding_s, 2 * static_cast<double>(native.pixels()) / 1e6);
    QCOMPARE(workflow::total_seconds(plan, m_settings, facts(), 3), 14 * 3 + needs.encoding_s);
    m_settings.checkpointing_epochs = 1;  // instead of every 5 steps: 5 batches of up to 2
    QCOMPARE(workflow::needs_of(plan, m_settings, facts()).checkpoint_bytes, 300);
    m_settings.checkpointing_epochs = 2;
    QCOMPARE(workflow::needs_of(plan, m_settings, facts()).checkpoint_bytes, 200);
    m_settings.keep_best = true;
    QCOMPARE(workflow::needs_of(plan, m_settings, facts()).checkpoint_bytes, 300);
    m_settings.keep_best = false;
    m_settings.checkpointing_epochs = 0;
    m_settings.checkpointing_limit = 1;
    QCOMPARE(workflow::needs_of(plan, m_settings, facts()).checkpoint_bytes, 200);  // the next before it
    m_settings.checkpointing_limit = 50;
    QCOMPARE(workflow::needs_of(plan, m_settings, facts()).checkpoint_bytes, 300);  // more than ever exist
  }

  void buckets_weigh_the_time_of_a_step() {
    write_dataset({{native, 3}, {huge, 1}});
    engine_api::RunPlan plan{.size_costs = {{to_string(native), 0.5}, {to_string(huge), 2}}};
    QCOMPARE(workflow::step_seconds(plan, facts(), {.seconds = 8}), 8 * (3 * 0.5 + 2) / 4);
    plan.samples = 4;  // the plan has read the dataset itself
    QCOMPARE(workflow::step_seconds(plan, facts(), {.seconds = 8}), 8.0);
  }

  void shortages_are_named() {
    engine_api::RunPlan plan{.device = "cuda",
                             .phases = {{.host_bytes = 50}},
                             .host_free_bytes = 60,
                             .cache_free_bytes = 100,
                             .output_free_bytes = 100};
    workflow::RunNeeds needs{.checkpoint_bytes = 60, .cache_bytes = 40};
    QCOMPARE(codes(workflow::shortages(plan, m_settings, needs)), QStringList());
    needs.cache_bytes = 41;  // both are on one disk
    QCOMPARE(codes(workflow::shortages(plan, m_settings, needs)), QStringList("train.both_short"));
    needs.cache_bytes = 101;
    QCOMPARE(codes(workflow::shortages(plan, m_settings, needs)), QStringList("train.cache_short"));
    needs.checkpoint_bytes = 101;
    plan.host_free_bytes = 40;
    plan.lacks_bf16 = "Tesla T4";
    QCOMPARE(codes(workflow::shortages(plan, m_settings, needs)),
             QStringList({"train.no_bf16", "train.disk_short", "train.cache_short", "train.host_short"}));
  }
};

QTEST_GUILESS_MAIN(TestPreflight)
#include "test_preflight.moc"
