// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QTest>
#include <QTreeWidget>

#include "support/project_changes.h"
#include "ui/monitor/monitor_page.h"
#include "ui/run_settings/setting_row.h"
#include "ui/shell/command_palette.h"
#include "ui/support/dataset_test.h"
#include "ui/support/run_folders.h"
#include "ui/train/settings_form.h"
#include "ui/train/train_page.h"

using namespace fw;
using namespace fw::ui;

class TestCommandPalette : public DatasetTest {
  Q_OBJECT

  CommandPalette& palette() { return *window().findChild<CommandPalette*>(); }
  QTreeWidget& list() { return *palette().findChild<QTreeWidget*>(); }
  void find(const QString& words) {
    key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(palette().isVisible());
    type(words);
  }
  /// Whether the selected row contains this text.
  bool isChosen(const char* text) {
    return list().currentItem() != nullptr && list().currentItem()->text(0).contains(QLatin1String(text));
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    activate();
  }
  void cleanup() { m_app.reset(); }

  void commandsAreMatched_data() {
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("start before middle") << QStringLiteral("Log") << QStringLiteral("Open the log folder");
    QTest::newRow("word before part") << QStringLiteral("Show log") << QStringLiteral("Catalogue");
    QTest::newRow("together before apart") << QStringLiteral("Catalog") << QStringLiteral("Load the engine");
    QTest::newRow("apart before none") << QStringLiteral("Load the engine") << QStringLiteral("Quit");
  }
  void commandsAreMatched() {
    QFETCH(QString, better);
    QFETCH(QString, worse);
    QVERIFY(matchScore(better, QStringLiteral("log")) > matchScore(worse, QStringLiteral("log")));
  }

  void settingsAreFound_data() {
    QTest::addColumn<QString>("words");
    QTest::newRow("name") << QStringLiteral("weight decay");
    QTest::newRow("another trainer's flag") << QStringLiteral("--weight_decay");
  }
  void settingsAreFound() {
    QFETCH(QString, words);
    makeProject();
    find(words);
    QTRY_VERIFY(isChosen("optimizer.weight_decay"));
    keepPicture(QStringLiteral("palette-setting"));
    key(Qt::Key_Return);
    QVERIFY(!palette().isVisible());
    TrainPage& train = pageOf<TrainPage>();
    QVERIFY(train.isVisible());
    QTRY_VERIFY(train.form().row("optimizer.weight_decay")->editor()->hasFocus());
  }

  void runsAndClipsAreFound() {
    makeProject();
    std::vector<int64_t> clips;
    m_app->clips().edit([&](project::Project& project) {
      clips = add_test_clips(project, 3);
      set_caption(project, clips[1], "a zebra runs");
    });
    RunFolder run(project(), QStringLiteral("striped"), 40);
    run.metrics(20, {{QStringLiteral("loss"), 0.1}});
    run.flush();
    m_app->runs().refresh();
    QTRY_COMPARE(m_app->runs().rowCount(), 1);
    find(QStringLiteral("striped"));
    QTRY_VERIFY(isChosen("striped"));
    key(Qt::Key_Return);
    QTRY_VERIFY(pageOf<MonitorPage>().isVisible());
    // A clip hidden by the page's filter is shown again.
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    browser().filterEdit()->setText(QStringLiteral("-zebra"));
    QTRY_COMPARE(browser().model()->rowCount(), 2);
    find(QStringLiteral("zebra"));
    QTRY_VERIFY(isChosen("a zebra runs"));
    key(Qt::Key_Return);
    QTRY_VERIFY(page().isVisible());
    QTRY_COMPARE(browser().selectedClips(), std::vector<int64_t>{clips[1]});
  }
};

QTEST_MAIN(TestCommandPalette)
#include "test_command_palette.moc"
