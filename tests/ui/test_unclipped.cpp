// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "ui/shell/job_dock.h"
#include "ui/shell/log_dock.h"
#include "ui/shell/navigation_rail.h"
#include "ui/support/clip_walk.h"
#include "ui/support/dialog_walk.h"
#include "ui/support/full_project.h"
#include "ui/support/page_pictures.h"
#include "ui/support/window_test.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/folding_splitter.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page.h"

using namespace fw;
using namespace fw::ui;

/// No page cuts off its texts in any language on a laptop's screen, and none is wider than a small one.
class TestUnclipped : public WindowTest {
  Q_OBJECT

  /// Texts that stay clipped: jobs and reads may be changing a page, whose layout is then in transition.
  QStringList clippedNow() {
    QCoreApplication::processEvents();
    QStringList found;
    const bool whole = QTest::qWaitFor([&] { return (found = clippedTexts(window())).isEmpty(); });
    return whole ? QStringList() : found;
  }
  /// Those with more columns than necessary.
  static bool scrollsSideways(const FlatTable& table) {
    return QStringList{"clips", "libraryModels", "libraryLoras", "libraryFolders"}.contains(
        table.objectName());
  }
  /// Fields whose placeholder is not completely visible.
  QStringList cutHintsNow() {
    QStringList found;
    constexpr int around = 8;  // frame and margins of the text
    for (const auto* const field : window().findChildren<QLineEdit*>()) {
      if (!field->isVisible() || !field->text().isEmpty()) continue;
      const int needs = field->fontMetrics().horizontalAdvance(field->placeholderText()) + around;
      if (needs > field->contentsRect().width())
        found << QStringLiteral("the hint “%1”: %2 of %3 px")
                     .arg(field->placeholderText())
                     .arg(field->contentsRect().width())
                     .arg(needs);
    }
    return found;
  }
  /// By how much a page, a dialog or a part of one exceeds its width, scrolling or cut off.
  QStringList sidewaysNow(const QWidget& root) {
    QStringList found;
    const auto look = [&] {
      found.clear();
      for (const auto* const area : root.findChildren<QScrollArea*>()) {
        if (!area->isVisible() || area->widget() == nullptr) continue;
        const int beyond = area->widget()->width() - area->viewport()->width();
        if (beyond > 0) found << QStringLiteral("%1: %2 px").arg(area->accessibleName()).arg(beyond);
      }
      for (const auto* const table : root.findChildren<FlatTable*>()) {
        if (!table->isVisible() || scrollsSideways(*table)) continue;
        if (const int beyond = table->horizontalScrollBar()->maximum(); beyond > 0)
          found << QStringLiteral("the table %1: %2 px").arg(table->objectName()).arg(beyond);
      }
      return found.isEmpty();
    };
    QCoreApplication::processEvents();
    return QTest::qWaitFor(look) ? QStringList() : found;
  }
  /// What does not fit into a window of that size and does not scroll.
  QStringList beyondNow(const QSize& screen) {
    QStringList found;
    const auto look = [&] {
      found = squeezedWidgets(window()) + controlsOutOfReach(window());
      if (const QSize least = window().minimumSizeHint(); least.boundedTo(screen) != least)
        found << QStringLiteral("the window: %1x%2").arg(least.width()).arg(least.height());
      return found.isEmpty();
    };
    QCoreApplication::processEvents();
    return QTest::qWaitFor(look, 1000) ? QStringList() : found;
  }
  /// Sentences of pages and commands without a Chinese character, except user input, paths and file names;
  /// and those with a space after a full-width sign, which includes its own.
  QStringList notChineseNow() {
    static const QRegularExpression english(
        QStringLiteral("^[^/=_<]*\\b[A-Za-z][a-z]{2,} (\\S+ )*[a-z]{3,}\\b[^/]*$"));
    static const QRegularExpression chinese(QStringLiteral("\\p{Han}"));
    static const QRegularExpression spaced(QStringLiteral("[。！？；：，、] "));
    QStringList found;
    const auto look = [&](const QObject& place, const QString& text) {
      const bool isEnglish = english.match(text).hasMatch() && !chinese.match(text).hasMatch() &&
                             !text.startsWith(QLatin1String("Sample model"));  // a name, as other models have
      if (isEnglish || spaced.match(text).hasMatch())
        found << QLatin1String(place.metaObject()->className()) + QStringLiteral(": ") + text;
    };
    for (const QWidget* const widget : window().findChildren<QWidget*>()) {
      for (const char* const property : {"text", "title", "toolTip", "whatsThis", "accessibleName",
                                         "accessibleDescription", "placeholderText", "specialValueText"})
        if (qobject_cast<const QLineEdit*>(widget) == nullptr || property != std::string_view("text"))
          look(*widget, widget->property(property).toString());
      if (const auto* const tabs = qobject_cast<const QTabBar*>(widget))
        for (int tab = 0; tab < tabs->count(); ++tab) look(*tabs, tabs->tabText(tab));
      if (const auto* const combo = qobject_cast<const QComboBox*>(widget))
        for (int item = 0; item < combo->count(); ++item) look(*combo, combo->itemText(item));
      const auto* const view = qobject_cast<const QAbstractItemView*>(widget);
      if (view == nullptr || view->model() == nullptr) continue;
      for (int column = 0; column < view->model()->columnCount(); ++column)
        look(*view, view->model()->headerData(column, Qt::Horizontal).toString());
    }
    for (const QAction* const command : window().actions().actions()) {
      look(*command, command->text());
      look(*command, command->whatsThis());
    }
    return found;
  }
  /// Problems on any page, in any of its tabs.
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
  /// Problems in any dialog that opens on a page, and the commands that open none.
  QStringList fromAllDialogs(
      const std::function<QStringList(const QAction& command, QWidget& dialog)>& look) {
    QStringList found;
    std::set<QString> opened;
    for (size_t place = 0; place < window().pages().size(); ++place) {
      window().showPage(static_cast<PageId>(place));
      found << walkDialogs(window().actions().actions(), opened,
                           [&](const QAction& command, QWidget& dialog) {
                             if (qobject_cast<QFileDialog*>(&dialog) == nullptr)
                               found << look(command, dialog);
                           });
    }
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

  void theWalkFindsWhatIsOutOfReach() {
    QWidget root;
    root.resize(200, 100);
    auto* const beside = new QPushButton(QStringLiteral("Beside the window"), &root);
    auto* const area = new QScrollArea(&root);
    auto* const tall = new QWidget;
    tall->setFixedSize(150, 900);
    auto* const below = new QPushButton(QStringLiteral("Below the edge"), tall);
    area->setWidget(tall);
    area->setGeometry(0, 0, 190, 90);
    area->setFocusPolicy(Qt::NoFocus);
    beside->setGeometry(190, 20, 80, 20);
    below->setGeometry(0, 860, 120, 30);
    root.show();
    QCOMPARE(controlsOutOfReach(root).size(), 1);
    tall->setFixedSize(150, 880);
    QCOMPARE(controlsOutOfReach(root).size(), 2);
  }

  /// A screen of 1280x800 pixels at a scale of 2, minus a desktop's panels.
  void theWindowFitsTheSmallestScreen_data() {
    QTest::addColumn<QString>("language");
    for (const char* const language : {"en", "de", "zh_CN"}) QTest::newRow(language) << language;
  }
  void theWindowFitsTheSmallestScreen() {
    QFETCH(QString, language);
    makeFolder();
    qputenv("HOME", m_folder->path().toUtf8());
    Settings().setLanguage(language);
    restart();
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
    action("project.sample")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isOpen(), 30000);
    full::fill(*m_app);
    QVERIFY(window().messages().isVisible());
    const QSize screen(640, 370);
    QStringList found;
    for (const bool docks : {false, true}) {
      window().jobDock().setVisible(docks);
      window().logDock().setVisible(docks);
      window().resize(screen);
      QCoreApplication::processEvents();
      found << onAllPages([&] { return beyondNow(screen) + sidewaysNow(window()); });
      window().showPage(PageId::monitor);
      for (QDockWidget* const dock : window().findChildren<QDockWidget*>()) {
        dock->raise();
        found << beyondNow(screen) + sidewaysNow(window());
      }
    }
    found << fromAllDialogs([&](const QAction& command, QWidget& dialog) {
      const QSize least = dialog.minimumSizeHint();
      dialog.resize(least.expandedTo({400, 0}));  // if there is even less room
      const QStringList sideways = sidewaysNow(dialog);
      if (least.boundedTo(screen) == least) return sideways;
      return sideways + QStringList(QStringLiteral("%1: %2x%3")
                                        .arg(command.objectName())
                                        .arg(least.width())
                                        .arg(least.height()));
    });
    window().resize(1280, 800);
    QTRY_VERIFY(window().tabifiedDockWidgets(&window().jobDock()).isEmpty());
    for (const bool logFirst : {false, true}) {
      for (const char* const id : {"view.jobs", "view.log"}) action(id)->trigger();
      for (const char* const id :
           {logFirst ? "view.log" : "view.jobs", logFirst ? "view.jobs" : "view.log"}) {
        action(id)->trigger();
        QTest::qWait(50);
      }
      found << sidewaysNow(window());
    }
    window().jobDock().hide();
    window().logDock().hide();
    const auto* const rail = window().findChild<NavigationRail*>();
    QTRY_COMPARE(rail->button(0)->height(), rail->button(0)->sizeHint().height());
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
  }

  void aTabThatIsChosenLeavesItsPageWhereItIs() {
    makeFolder();
    qputenv("HOME", m_folder->path().toUtf8());
    restart();
    action("project.sample")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isOpen(), 30000);
    window().resize(640, 370);
    activate();
    for (const PageId page : {PageId::dataset, PageId::train, PageId::models}) {
      window().showPage(page);
      const Page* const shown = window().pages()[size_t(window().placeOf(page))];
      auto* const tabs = shown->findChild<QTabWidget*>();
      const QScrollBar& scrolled = *shown->findChild<QScrollArea*>()->verticalScrollBar();
      const auto* const columns = shown->findChild<FoldingSplitter*>();
      QTRY_VERIFY(columns == nullptr || columns->orientation() == Qt::Vertical);
      QTRY_VERIFY(scrolled.maximum() > 0);
      QCoreApplication::processEvents();
      const int place = scrolled.value();
      for (int tab = tabs->count() - 1; tab >= 0; --tab) {
        tabs->currentWidget()->setFocus();
        if (auto* const field = tabs->currentWidget()->findChild<QLineEdit*>()) field->setFocus();
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(tab).center());
        QCOMPARE(tabs->currentIndex(), tab);
        QCoreApplication::processEvents();
        QVERIFY2(scrolled.value() == place, qPrintable(tabs->tabText(tab)));
      }
    }
  }

  void nothingStaysEnglish() {
    makeFolder();
    qputenv("HOME", m_folder->path().toUtf8());
    Settings().setLanguage(QStringLiteral("zh_CN"));
    restart();
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
    action("project.sample")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_app->project().isOpen(), 30000);
    QStringList found = onAllPages([this] { return notChineseNow(); });
    QLabel english(QStringLiteral("Nobody has translated this"), &window());
    QLabel spaced(QStringLiteral("一。 二。"), &window());
    QCOMPARE(notChineseNow().size(), 2 + found.size());
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
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
      full::fill(*m_app);
    }
    window().messages().dismiss("jobs.engine_missing");
    QStringList found =
        onAllPages([this] { return clippedNow() + sidewaysNow(window()) + strayMnemonics(window()); });
    window().resize(1024, 768);
    found << onAllPages(
        [this] { return clippedNow() + sidewaysNow(window()) + untoldTexts(window()) + cutHintsNow(); });
    found << fromAllDialogs([this](const QAction&, QWidget& dialog) {
      return clippedTexts(dialog) + strayMnemonics(dialog) + untoldTexts(dialog) + sidewaysNow(dialog);
    });
    if (full && language == QLatin1String("en") && qEnvironmentVariableIsSet("FW_TEST_PICTURES"))
      PagePictures(*m_app, qEnvironmentVariable("FW_TEST_PICTURES")).keep();
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
  }
};

QTEST_MAIN(TestUnclipped)
#include "test_unclipped.moc"
