// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPushButton>
#include <QTest>

#include "dataset/dataset_manifest.h"
#include "run/run_folder.h"
#include "ui/dataset/bucket_planner.h"
#include "ui/dataset/dataset_page.h"
#include "ui/support/train_test.h"

using namespace fw;
using namespace fw::ui;

/// What the Train page says of a project's clips before they are trained on.
class TestRunChecks : public TrainTest {
  Q_OBJECT

  /// The Dataset page prepares the clips for the same model.
  void open(const std::function<void(project::Project&)>& fill, const std::filesystem::path& model) {
    TrainTest::open(
        [&](project::Project& made) {
          fill(made);
          project::set_setting(made, "model_folder", model.string());
        },
        model);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
  }
  void cleanup() { m_app.reset(); }

  /// The suggestion that the Dataset page shows is what is trained on: nobody has to accept it first.
  void clipsWithoutChosenBucketsAreTrainedOn() {
    open([](project::Project& made) { add_test_clips(made, 1); }, largeModel());
    QTRY_VERIFY(pageOf<DatasetPage>().planner()->plan() != nullptr);
    const auto& buckets = pageOf<DatasetPage>().planner()->plan()->buckets;
    QCOMPARE(page().check().facts().samples, int64_t{1});
    QVERIFY(std::ranges::includes(std::set(buckets.begin(), buckets.end()), page().check().facts().buckets));
    QVERIFY(page().check().faults().empty());
    QVERIFY(card().isHidden());
    QTest::mouseClick(page().findChild<QPushButton*>(QStringLiteral("train.start.button")), Qt::LeftButton);
    QTRY_COMPARE(m_app->jobs().rowCount(), 1);
    const auto runs = run::list_runs(file("project") / "runs");
    QCOMPARE(runs.size(), size_t{1});
    const auto samples = dataset::read_dataset_manifest(runs.front().dataset());
    QCOMPARE(samples.size(), size_t{1});
    QCOMPARE(samples.front().bucket, *page().check().facts().buckets.begin());
    m_gate->open = true;
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
  }

  void whatSurprisesLaterIsSaidBefore() {
    open(
        [](project::Project& made) {
          const std::vector<int64_t> clips = add_test_clips(made, 3);
          std::string words;
          for (int i = 0; i < 400; ++i) words += "ball ";
          set_caption(made, clips[0], words);
          project::set_project_buckets(made, std::vector{catalog::Bucket{33, 480, 640}});
          set_cut(made, clips[2], 0, 9);
        },
        sampleModel());
    std::string faults;
    for (const Fault& fault : page().check().faults()) faults += fault.full_message() + "\n";
    QVERIFY2(faults.empty(), faults.c_str());
    QTRY_VERIFY(card().holds("train.captions_too_long"));
    QVERIFY(card().holds("train.bucket_large"));
    QVERIFY(card().holds("train.clips_left_out"));
    QCOMPARE(page().check().facts().samples, int64_t{2});
    QVERIFY(card().isVisible());
    keepPicture(QStringLiteral("train-checks"));
    // None of it keeps the run from starting.
    QVERIFY(page().check().faults().empty());
  }
};

QTEST_MAIN(TestRunChecks)
#include "test_run_checks.moc"
