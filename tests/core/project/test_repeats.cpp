// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "dataset_files.h"
#include "fixture.h"
#include "project/bucket_plan.h"
#include "project/export.h"
#include "project/import.h"
#include "project/repeats.h"
#include "project/samples.h"
#include "test_clip.h"

using namespace fw::project;

/// How often clips are used in an epoch, by tag, folder and single clip.
class TestRepeats : public QObject {
  Q_OBJECT

 private:
  TestFolder folder_;
  fs::path root_;
  std::optional<Project> project_;
  std::vector<int64_t> ids_;

  BucketPlan plan(fw::dataset::LongClips long_clips = fw::dataset::LongClips::beginning) const {
    BucketRequest request;
    request.model = fw::catalog::published_models().front();
    request.buckets = {{5, 32, 32}};
    request.long_clips = long_clips;
    return plan_buckets(*project_, request);
  }
  QStringList samples(const BucketPlan& plan) const {
    QStringList list;
    for (const auto& sample : make_manifest(*project_, plan.assignments, {}))
      list << QString::fromStdString(sample.id);
    return list;
  }
  std::string id(size_t clip) const { return std::to_string(ids_[clip]); }

 private Q_SLOTS:
  void init() {
    project_.reset();
    root_ = folder_.path();
    fs::remove_all(root_);
    project_ = Project::create(root_ / "project");
    for (const char* name : {"day/a", "day/b", "night/c"})
      make_test_clip(root_ / "data" / (std::string(name) + ".mp4"), name[0] + name[4], 10);
    const fs::path data = root_ / "data";
    QCOMPARE(import_clips(*project_, {&data, 1}).imported, int64_t{3});
    ids_ = list_clips(*project_);
    add_tag(*project_, {&ids_[1], 1}, "portrait");
  }

  void rules_multiply_samples_data() {
    QTest::addColumn<QStringList>("rules");
    QTest::addColumn<QStringList>("expected");  // clip-part
    QTest::newRow("none") << QStringList{} << QStringList{"0-0", "1-0", "2-0"};
    QTest::newRow("tag") << QStringList{"tag:portrait=3"}
                         << QStringList{"0-0", "1-0", "1-0x2", "1-0x3", "2-0"};
    QTest::newRow("folder") << QStringList{"name:day/=2"}
                            << QStringList{"0-0", "0-0x2", "1-0", "1-0x2", "2-0"};
    QTest::newRow("the last rule counts")
        << QStringList{"name:day/=2", "tag:portrait=1"} << QStringList{"0-0", "0-0x2", "1-0", "2-0"};
    QTest::newRow("left out") << QStringList{"=0", "name:night/=1"} << QStringList{"2-0"};
    QTest::newRow("nothing matches") << QStringList{"tag:other=9"} << QStringList{"0-0", "1-0", "2-0"};
  }
  void rules_multiply_samples() {
    QFETCH(QStringList, rules);
    QFETCH(QStringList, expected);
    std::vector<Repeat> list;
    for (const QString& rule : rules)
      list.push_back({rule.section('=', 0, 0).toStdString(), rule.section('=', 1).toLongLong()});
    set_repeats(*project_, list);
    QCOMPARE(repeats(*project_), list);
    for (QString& sample : expected)
      sample = QString::fromStdString(id(sample.left(1).toUInt())) + sample.mid(1);
    const BucketPlan buckets = plan();
    QCOMPARE(samples(buckets), expected);
    QCOMPARE(buckets.samples_an_epoch, static_cast<int64_t>(expected.size()));
    QCOMPARE(buckets.totals.samples, int64_t{3});
    // A manifest of them is valid: ids differ, and parts of a clip stay together.
    const auto manifest = make_manifest(*project_, buckets.assignments, {});
    QCOMPARE(fw::dataset::parse_dataset_manifest(fw::dataset::format_dataset_manifest(manifest), "a").size(),
             manifest.size());
  }

  void one_clip_and_its_parts() {
    set_repeats(*project_, std::vector<Repeat>{{"id:" + id(2), 2}});
    const BucketPlan split = plan(fw::dataset::LongClips::split);
    QCOMPARE(split.samples_an_epoch, int64_t{8});
    QStringList ids;
    for (const QString& sample : samples(split))
      if (sample.startsWith(QString::fromStdString(id(2) + "-"))) ids << sample.section('-', 1);
    QCOMPARE(ids, (QStringList{"0", "1", "0x2", "1x2"}));
  }

  void an_export_has_each_clip_once() {
    set_repeats(*project_, std::vector<Repeat>{{"", 4}});
    ExportOptions options;
    options.clips = ExportedClips::cut;
    options.buckets = {{5, 32, 32}};
    QCOMPARE(export_clips(*project_, root_ / "out", options).files, int64_t{3});
  }

  void wrong_rules_are_refused() {
    for (const auto& [filter, times] : std::vector<std::pair<const char*, int64_t>>{
             {"frames>x", 2}, {"is:nothing", 2}, {"tag:portrait", -1}, {"tag:portrait", most_repeats + 1}})
      QVERIFY_EXCEPTION_THROWN(set_repeats(*project_, std::vector<Repeat>{{filter, times}}), fw::Error);
    QVERIFY(repeats(*project_).empty());
    // Of a newer version, or damaged: clips are used once.
    for (const char* text : {"nonsense", "[[\"new:word\", 3], 5, [1, 2], [\"\", \"x\"]]"}) {
      set_setting(*project_, "repeats", text);
      QCOMPARE(plan().samples_an_epoch, int64_t{3});
    }
  }
};

QTEST_GUILESS_MAIN(TestRepeats)
#include "test_repeats.moc"
