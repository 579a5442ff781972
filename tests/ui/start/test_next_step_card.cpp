// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCommandLinkButton>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "base/atomic_file.h"
#include "core/project/test_clip.h"
#include "support/project_changes.h"
#include "ui/start/last_runs_card.h"
#include "ui/start/next_step_card.h"
#include "ui/state/file_path.h"
#include "ui/support/run_folders.h"
#include "ui/support/window_test.h"
#include "ui/widgets/page.h"

using namespace fw;
using namespace fw::ui;
using Step = NextStepCard::Step;

/// The Start page suggests the project's next step.
class TestNextStepCard : public WindowTest {
  Q_OBJECT

  NextStepCard& card() { return *window().findChild<NextStepCard*>(); }
  QCommandLinkButton& button() { return *card().findChild<QCommandLinkButton*>(QStringLiteral("nextStep")); }
  QStringList stepsDone() {
    QStringList done;
    for (const QToolButton* const step : card().findChildren<QToolButton*>())
      if (step->accessibleDescription() == QLatin1String("Done")) done += step->text();
    return done;
  }
  bool isShown(PageId page) {
    return window().pages()[static_cast<size_t>(window().placeOf(page))]->isVisible();
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
  }
  void cleanup() { m_app.reset(); }

  void itFollowsTheProject() {
    QCOMPARE(card().step(), Step::none);
    QVERIFY(!button().isVisible());
    m_app->project().create(path(QStringLiteral("Cats")));
    QTRY_COMPARE(card().step(), Step::importClips);
    window().showPage(PageId::start);
    QTest::mouseClick(&button(), Qt::LeftButton);
    QVERIFY(isShown(PageId::dataset));
    m_app->clips().edit([](project::Project& project) { add_test_clips(project, 2); });
    QTRY_COMPARE(card().step(), Step::writeCaptions);
    m_app->clips().edit([](project::Project& project) {
      for (const int64_t clip : list_clips(project)) set_caption(project, clip, "a fox");
    });
    QTRY_COMPARE(card().step(), Step::chooseModel);
    QCOMPARE(stepsDone(),
             (QStringList{QStringLiteral("Import videos: 2 clips"), QStringLiteral("Write captions"),
                          QStringLiteral("Choose buckets: suggested from the clips")}));
    window().showPage(PageId::start);
    QTest::mouseClick(&button(), Qt::LeftButton);
    QVERIFY(isShown(PageId::models));
    // A model that is chosen elsewhere is seen once the page is shown.
    const QString model = QString::fromUtf8(FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-5b");
    write_file_atomically(toPath(path(QStringLiteral("Cats/run.toml"))),
                          "schema = 1\n[model]\nfolder = \"" + model.toStdString() + "\"\n",
                          Existing::replace);
    window().showPage(PageId::start);
    QTRY_COMPARE(card().step(), Step::train);
    QVERIFY(stepsDone().contains(QStringLiteral("Choose a model: cogvideox-5b")));
    keepPicture(QStringLiteral("start-train"));
    QTest::mouseClick(&button(), Qt::LeftButton);
    QVERIFY(isShown(PageId::train));
  }

  void theLastRunsAreOneClickAway() {
    m_app->project().create(path(QStringLiteral("Cats")));
    QTRY_VERIFY(m_app->project().isOpen());
    m_app->clips().edit([](project::Project& project) {
      for (const int64_t clip : add_test_clips(project, 1)) set_caption(project, clip, "a fox");
    });
    auto& runs = *window().findChild<LastRunsCard*>();
    QVERIFY(runs.isHidden());
    for (int number = 1; number <= 4; ++number) {
      RunFolder run(path(QStringLiteral("Cats")), QStringLiteral("run %1").arg(number), 40);
      run.metrics(20, {{QStringLiteral("loss"), 0.1}});
      run.checkpoint(20);
      make_test_clip(run.sample(20, QStringLiteral("fox")).toStdString(), number, 9, {160, 96});
      run.flush();
    }
    m_app->runs().refresh();
    QTRY_COMPARE(m_app->runs().rowCount(), 4);
    window().showPage(PageId::start);
    QTRY_COMPARE(runs.findChildren<QPushButton*>(QStringLiteral("showRun")).size(), LastRunsCard::mostRuns);
    QTRY_COMPARE(card().step(), Step::review);  // once the edit has arrived
    // Each shows its newest clip.
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
          int pictures = 0;
          for (const QLabel* const label : runs.findChildren<QLabel*>())
            if (label->pixmap().width() > 60) ++pictures;
          return pictures == LastRunsCard::mostRuns;
        }(),
        20000);
    keepPicture(QStringLiteral("start-runs"));
    QTest::mouseClick(runs.findChildren<QPushButton*>(QStringLiteral("showRun")).first(), Qt::LeftButton);
    QVERIFY(isShown(PageId::monitor));
  }
};

QTEST_MAIN(TestNextStepCard)
#include "test_next_step_card.moc"
