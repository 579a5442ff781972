// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCursor>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

#include "base/paths.h"
#include "ui/shell/guide_window.h"
#include "ui/state/file_path.h"
#include "ui/support/window_test.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page.h"

using namespace fw;
using namespace fw::ui;

class TestGuide : public WindowTest {
  Q_OBJECT

  GuideWindow& guide() { return *window().guide(); }

  /// The heading that the page was opened at, if visible.
  QString heading() {
    const QTextBrowser& browser = guide().browser();
    const bool isSeen = browser.viewport()->rect().contains(browser.cursorRect());
    return isSeen ? browser.textCursor().block().text() : QStringLiteral("not in view");
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }

  void init() {
    makeFolder();
    restart();
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
  }

  void cleanup() { m_app.reset(); }

  void everyPageOfTheWindowHasItsPage() {
    QCursor::setPos(window().mapToGlobal(QPoint(window().width() / 2, -40)));
    for (Page* const page : window().pages()) {
      const QString name = guidePage(page);
      const QString file = name.section(QLatin1Char('#'), 0, 0);
      QVERIFY2(QFile::exists(toText(resource_folder() / "help" / file.toStdString())), qPrintable(name));
      action((QStringLiteral("page.") + QLatin1String(page->iconName())).toUtf8().constData())->trigger();
      window().setFocus();
      QTest::keyClick(&window(), Qt::Key_F1);
      QVERIFY(guide().isVisible());
      QCOMPARE(guide().page(), name);
      QVERIFY(guide().browser().toPlainText().size() > 300);
      if (name != file) QCOMPARE(headingAnchor(heading()), name.section(QLatin1Char('#'), 1));
      guide().close();
    }
  }

  void whatTheMousePointsAtIsExplained() {
    action("page.train")->trigger();
    auto* const editor = window().findChild<QWidget*>(QStringLiteral("run.seed"));
    QVERIFY(editor != nullptr);
    QCOMPARE(guidePage(editor), QStringLiteral("settings.md#runseed"));
    action("help.guide")->trigger();
    guide().open(guidePage(editor));
    QCOMPARE(heading(), QStringLiteral("run.seed"));
    QVERIFY(guide().browser().cursorRect().top() < 60);
  }

  void anErrorLeadsToItsEntry() {
    QVERIFY(window().messages().holds("jobs.engine_missing"));
    const auto buttons = window().messages().findChildren<QToolButton*>();
    const auto explain = std::ranges::find_if(buttons, [](const QToolButton* button) {
      return button->toolTip().contains(QLatin1String("guide"));
    });
    QVERIFY(explain != buttons.end());
    QTest::mouseClick(*explain, Qt::LeftButton);
    QCOMPARE(guide().page(), QStringLiteral("errors.md#jobsengine_missing"));
    QCOMPARE(heading(), QStringLiteral("jobs.engine_missing"));
  }

  void theSearchGoesThroughAllPages() {
    window().setFocus();
    action("help.guide")->trigger();
    guide().open(QStringLiteral("mochi.md"));
    auto* const search = guide().findChild<QLineEdit*>();
    search->setFocus();
    QTest::keyClicks(search, "jobs.engine_missing");
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(guide().page(), QStringLiteral("errors.md"));
    QCOMPARE(guide().browser().textCursor().selectedText(), QStringLiteral("jobs.engine_missing"));
    search->selectAll();
    QTest::keyClicks(search, "no page has this word: xyzzyx");
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(guide().page(), QStringLiteral("errors.md"));
    const auto says = [this] {
      for (const QLabel* const label : guide().findChildren<QLabel*>())
        if (label->text().contains(QLatin1String("xyzzyx"))) return true;
      return false;
    };
    QVERIFY(says());
    search->selectAll();
    QTest::keyClicks(search, "jobs.engine_missing");
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(!says());
  }

  /// By F1 and by the dialog's own button; the page is usable while the dialog is open.
  void aModalDialogIsExplained() {
    QCursor::setPos(window().mapToGlobal(QPoint(window().width() / 2, -40)));
    QStringList pages;
    int answered = 0;
    const auto readHelp = [&] {
      auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || !dialog->isActiveWindow()) return;
      for (const bool byKey : {true, false}) {
        if (byKey)
          QTest::keyClick(dialog->windowHandle(), Qt::Key_F1);
        else
          QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Help),
                            Qt::LeftButton);
        auto* const guide = dialog->findChild<GuideWindow*>();
        pages << (guide != nullptr && guide->isVisible() ? guide->page() : QStringLiteral("none"));
        if (guide == nullptr) continue;
        QTest::keyClicks(guide->findChild<QLineEdit*>(), "job");
        pages << guide->findChild<QLineEdit*>()->text();
        guide->findChild<QLineEdit*>()->clear();
        guide->close();
      }
      ++answered;
      dialog->reject();
    };
    QTimer poll;
    connect(&poll, &QTimer::timeout, &poll, readHelp);
    poll.start(20);
    action("project.new")->trigger();
    QTRY_COMPARE(answered, 1);
    const QString page = QStringLiteral("start.md#a-project"), typed = QStringLiteral("job");
    QCOMPARE(pages, (QStringList{page, typed, page, typed}));
    QVERIFY(window().guide() == nullptr || !window().guide()->isVisible());
  }

  void everyPlaceThatIsNamedIsInTheGuide() {
    static const QRegularExpression named(QStringLiteral("\"([a-z_]+\\.md)#([a-z0-9-]+)\""));
    int places = 0;
    QDirIterator sources(QStringLiteral(FW_SOURCE_FOLDER "/ui"), {QStringLiteral("*.cpp")}, QDir::Files,
                         QDirIterator::Subdirectories);
    while (sources.hasNext()) {
      QFile source(sources.next());
      QVERIFY(source.open(QIODevice::ReadOnly));
      auto matches = named.globalMatch(QString::fromUtf8(source.readAll()));
      while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        QFile page(toText(resource_folder() / "help" / match.captured(1).toStdString()));
        QVERIFY2(page.open(QIODevice::ReadOnly), qPrintable(match.captured()));
        bool isThere = false;
        for (const QString& line : QString::fromUtf8(page.readAll()).split(QLatin1Char('\n'))) {
          if (!line.startsWith(QLatin1Char('#'))) continue;
          isThere |= headingAnchor(line.mid(line.indexOf(QLatin1Char(' ')) + 1)) == match.captured(2);
        }
        QVERIFY2(isThere, qPrintable(source.fileName() + QLatin1Char(' ') + match.captured()));
        ++places;
      }
    }
    QVERIFY(places > 10);
  }

  void whatIsNotThereIsSaid() {
    GuideWindow none(m_folder->filePath(QStringLiteral("nowhere")));
    none.open(QStringLiteral("train.md"));
    QVERIFY(none.browser().toPlainText().contains(QLatin1String("nowhere")));
    GuideWindow there(toText(resource_folder() / "help"));
    there.open(QStringLiteral("unknown.md#nothing"));
    QCOMPARE(there.page(), QString::fromLatin1(GuideWindow::contents));
  }
};

QTEST_MAIN(TestGuide)
#include "test_guide.moc"
