// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "run/sweep.h"
#include "ui/support/access_walk.h"
#include "ui/support/train_test.h"
#include "ui/train/sweep_dialog.h"
#include "ui/widgets/wrap_label.h"
#include "workflow/sweep.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// A sweep from the form into the queue.
class TestSweepDialog : public TrainTest {
  Q_OBJECT

  static constexpr const char* text =
      "schema = 1\n[model]\nfamily = \"cogvideox\"\nfolder = \"m\"\n[data]\ndataset = \"d.jsonl\"\ncache = "
      "\"c\"\n[optimizer]\nlr = 1e-4\n";

  static QString summary(const SweepDialog& dialog) {
    return dialog.findChild<WrapLabel*>(QStringLiteral("sweepSummary"))->text();
  }
  static QPushButton* start(const SweepDialog& dialog) {
    return dialog.findChild<QPushButton*>(QStringLiteral("startSweep"));
  }
  static QLineEdit* values(const SweepDialog& dialog, int row) {
    QList<QLineEdit*> all = dialog.findChildren<QLineEdit*>();
    all.removeIf([](const QLineEdit* edit) { return edit->accessibleName() != QLatin1String("Values"); });
    return all.at(row);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
  }
  void cleanup() { m_app.reset(); }

  void valuesAreCheckedAsTheyAreTyped() {
    SweepDialog dialog(text, "/r.toml", 60);
    dialog.show();
    QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
    // Half, once and twice the run's own learning rate.
    QCOMPARE(summary(dialog), QStringLiteral("3 runs, about 3:00 in all"));
    QCOMPARE(dialog.axes(),
             (std::vector<run::SweepAxis>{{{"optimizer.lr"}, {{"5e-05"}, {"0.0001"}, {"0.0002"}}}}));
    QVERIFY(start(dialog)->isEnabled());
    values(dialog, 0)->setText(QStringLiteral("1e-4, fast"));
    QVERIFY2(summary(dialog).contains(QLatin1String("fast")), qPrintable(summary(dialog)));
    QVERIFY(!start(dialog)->isEnabled());
    values(dialog, 0)->setText(QStringLiteral("-1"));
    QVERIFY(!start(dialog)->isEnabled());
    values(dialog, 0)->setText(QStringLiteral("1e-4, 1e-3"));
    // A second setting multiplies; the same one twice is refused.
    dialog.findChild<QPushButton*>(QStringLiteral("addAxis"))->click();
    QVERIFY(!start(dialog)->isEnabled());
    values(dialog, 1)->setText(QStringLiteral("8, 16, 32"));
    QCOMPARE(summary(dialog), QStringLiteral("6 runs, about 6:00 in all"));
    auto* const setting = dialog.findChildren<QComboBox*>().back();
    setting->setCurrentIndex(setting->findData(QStringLiteral("optimizer.lr")));
    QVERIFY(!start(dialog)->isEnabled());
    QVERIFY(setting->findData(QStringLiteral("run.output_dir")) < 0);
    for (QToolButton* const remove : dialog.findChildren<QToolButton*>(QStringLiteral("sweep.remove")))
      remove->click();
    QCOMPARE(summary(dialog), QStringLiteral("Choose a setting to vary."));
    QVERIFY(!start(dialog)->isEnabled());
  }

  void halvingNeedsAHeldOutLoss() {
    SweepDialog without(text, "/r.toml", 0);
    QVERIFY(!without.findChild<QCheckBox*>(QStringLiteral("drops"))->isEnabled());
    QCOMPARE(summary(without), QStringLiteral("3 runs"));
    SweepDialog with(std::string(text) + "[validation]\nheld_out_samples = 2\n", "/r.toml", 0);
    auto* const drops = with.findChild<QCheckBox*>(QStringLiteral("drops"));
    QVERIFY(drops->isEnabled());
    QCOMPARE(with.halving(), int64_t{1});
    drops->click();
    with.findChild<QSpinBox*>()->setValue(4);
    QCOMPARE(with.halving(), int64_t{4});
  }

  /// One job trains all runs, which the project lists at once.
  void aSweepIsOneJob() {
    std::vector<std::string> trained;
    engine_api::JobKind train = engine_api::kind_of<engine_api::TrainRequest>(
        [&](const engine_api::TrainRequest& request, engine_api::JobContext&) {
          trained.push_back(run::read_run_file(request.run / "run.toml").settings.name);
          return engine_api::Outcome::finished({});
        });
    m_app->bridge().addKind(train);
    m_app->bridge().addKind(workflow::sweep_kind(train));
    open(
        [](project::Project& made) {
          add_test_clips(made, 4);
          project::set_project_buckets(made, std::vector{catalog::Bucket{17, 480, 640}});
        },
        largeModel());
    QTimer::singleShot(0, this, [] {
      auto* const dialog = qobject_cast<SweepDialog*>(QApplication::activeModalWidget());
      values(*dialog, 0)->setText(QStringLiteral("1e-4, 1e-3"));
      start(*dialog)->click();
    });
    action("train.sweep")->trigger();
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    const JobRow& job = *m_app->jobs().job(m_app->jobs().index(0, 0));
    QVERIFY(job.state == JobState::finished && job.trains);
    QVERIFY2(job.title().startsWith(QLatin1String("Sweep: ")), qPrintable(job.title()));
    QCOMPARE(trained.size(), size_t{2});
    QVERIFY2(trained[0].ends_with(" lr=1e-4") && trained[1].ends_with(" lr=1e-3"), trained[0].c_str());
    QTRY_COMPARE(m_app->runs().rowCount(), 2);
    // A cancelled dialog starts nothing.
    QTimer::singleShot(0, this, [] { QApplication::activeModalWidget()->close(); });
    action("train.sweep")->trigger();
    QCOMPARE(m_app->jobs().rowCount(), 1);
  }
};

QTEST_MAIN(TestSweepDialog)
#include "test_sweep_dialog.moc"
