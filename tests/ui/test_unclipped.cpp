// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "ui/support/clip_walk.h"
#include "ui/support/window_test.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page.h"

using namespace fw;
using namespace fw::ui;

/// No page cuts off what it says, in any language, on a laptop's screen, and none is wider than a small one.
class TestUnclipped : public WindowTest {
  Q_OBJECT

  /// What stays clipped: jobs and reads may be at work on a page, whose layout is then between two states.
  QStringList clippedNow() {
    QCoreApplication::processEvents();
    QStringList found;
    const bool whole = QTest::qWaitFor([&] { return (found = clippedTexts(window())).isEmpty(); });
    return whole ? QStringList() : found;
  }
  /// How far a page, or a part of one, is wider than its room.
  QStringList sidewaysNow() {
    QStringList found;
    const auto look = [&] {
      found.clear();
      for (const auto* const area : window().findChildren<QScrollArea*>()) {
        const int beyond = area->isVisible() && area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff
                               ? area->horizontalScrollBar()->maximum()
                               : 0;
        if (beyond > 0) found << QStringLiteral("%1: %2 px").arg(area->accessibleName()).arg(beyond);
      }
      return found.isEmpty();
    };
    QCoreApplication::processEvents();
    return QTest::qWaitFor(look) ? QStringList() : found;
  }
  /// What is wrong on any of the pages, and on any of their tabs.
  QStringList onAllPages(const std::function<QStringList()>& look) {
    QStringList found;
    for (const PageId page : {PageId::start, PageId::dataset, PageId::train, PageId::monitor, PageId::gallery,
                              PageId::generate, PageId::models, PageId::check}) {
      window().showPage(page);
      found << look();
      for (QTabWidget* const tabs :
           window().pages()[size_t(window().placeOf(page))]->findChildren<QTabWidget*>()) {
        for (int tab = 1; tab < tabs->count(); ++tab) {
          tabs->setCurrentIndex(tab);
          found << look();
        }
        tabs->setCurrentIndex(0);
      }
    }
    found.removeDuplicates();
    return found;
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void cleanup() { m_app.reset(); }

  void theWalkFindsWhatIsClipped() {
    QWidget root;
    auto* const column = new QVBoxLayout(&root);
    auto* const whole = new QLabel(QStringLiteral("A text that has its room"));
    auto* const cut = new QLabel(QStringLiteral("A text that has too little"));
    auto* const wrapped = new QLabel(QStringLiteral("A text of several words that breaks into lines"));
    cut->setMaximumWidth(30);
    wrapped->setWordWrap(true);
    wrapped->setFixedSize(90, 12);
    for (QLabel* const label : {whole, cut, wrapped}) column->addWidget(label);
    root.show();
    QVERIFY(QTest::qWaitForWindowExposed(&root));
    const QStringList found = clippedTexts(root);
    QCOMPARE(found.size(), 2);
    QVERIFY(found[0].contains(cut->text()) && found[1].contains(wrapped->text()));
  }

  void nothingIsClipped_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("full");
    for (const QString& language : {QStringLiteral("en"), QStringLiteral("de"), QStringLiteral("zh_CN")}) {
      QTest::newRow(qPrintable(language + QLatin1String(", no project"))) << language << false;
      QTest::newRow(qPrintable(language + QLatin1String(", sample project"))) << language << true;
    }
  }
  void nothingIsClipped() {
    QFETCH(QString, language);
    QFETCH(bool, full);
    makeFolder();
    qputenv("HOME", m_folder->path().toUtf8());
    Settings().setLanguage(language);
    restart();
    window().resize(1280, 800);
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
    if (full) {
      action("project.sample")->trigger();
      QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isOpen(), 30000);
    }
    window().messages().dismiss("jobs.engine_missing");
    QStringList found = onAllPages([this] { return clippedNow(); });
    window().resize(1024, 768);
    found << onAllPages([this] { return sidewaysNow(); });
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
  }
};

QTEST_MAIN(TestUnclipped)
#include "test_unclipped.moc"
