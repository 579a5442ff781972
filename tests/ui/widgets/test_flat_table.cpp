// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTest>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>

#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;

class TestFlatTable : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theFirstKeyChoosesARow_data() {
    QTest::addColumn<bool>("isGrid");
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("row");
    for (const bool isGrid : {false, true}) {
      const char* const view = isGrid ? "grid" : "table";
      QTest::addRow("%s, Home", view) << isGrid << static_cast<int>(Qt::Key_Home) << 0;
      QTest::addRow("%s, Down", view) << isGrid << static_cast<int>(Qt::Key_Down) << 1;
      QTest::addRow("%s, End", view) << isGrid << static_cast<int>(Qt::Key_End) << 2;
    }
  }
  void theFirstKeyChoosesARow() {
    QFETCH(bool, isGrid);
    QFETCH(int, key);
    QFETCH(int, row);
    QStandardItemModel model(3, 2);
    QWidget window;
    auto* const column = new QVBoxLayout(&window);
    auto* const before = new QLineEdit;
    QAbstractItemView* const view =
        isGrid ? static_cast<QAbstractItemView*>(new ClipGrid)
               : new FlatTable(QStringLiteral("rows"), QStringLiteral("Rows"), QStringLiteral("None"));
    view->setModel(&model);
    column->addWidget(before);
    column->addWidget(view);
    window.resize(220, 700);  // one column of pictures
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    before->setFocus();
    QTest::keyClick(window.windowHandle(), Qt::Key_Tab);
    QTRY_VERIFY(view->hasFocus());
    QVERIFY(!view->selectionModel()->hasSelection());  // Tab alone selects nothing
    QTest::keyClick(window.windowHandle(), static_cast<Qt::Key>(key));
    QCOMPARE(view->selectionModel()->selectedRows().size(), 1);
    QCOMPARE(view->selectionModel()->selectedRows().front().row(), row);
  }

  void selectedRowsAreCopied_data() {
    QTest::addColumn<bool>("byMenu");
    QTest::newRow("menu") << true;
    QTest::newRow("key") << false;
  }
  void selectedRowsAreCopied() {
    QFETCH(bool, byMenu);
    QStandardItemModel model(3, 3);
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        model.setItem(row, column, new QStandardItem(QStringLiteral("%1 %2").arg(row).arg(column)));
    FlatTable table(QStringLiteral("rows"), QStringLiteral("Rows"), QStringLiteral("None"));
    table.setModel(&model);
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.setColumnHidden(1, true);
    table.show();
    table.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&table));
    for (const int row : {2, 0})
      table.selectionModel()->select(model.index(row, 0),
                                     QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QGuiApplication::clipboard()->clear();
    if (byMenu) {
      QTimer::singleShot(0, &table, [] {
        QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
        for (const Qt::Key each : {Qt::Key_Down, Qt::Key_Return})
          QTest::keyClick(QApplication::activePopupWidget(), each);
      });
      QContextMenuEvent menu(QContextMenuEvent::Keyboard, {5, 5}, table.mapToGlobal(QPoint(5, 5)));
      QApplication::sendEvent(table.viewport(), &menu);
    } else {
      QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    }
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("0 0\t0 2\n2 0\t2 2"));
  }

  /// Nothing scrolls sideways: the least important column is hidden first, returns with the room, and stays
  /// readable.
  void columnsGiveWayWhereThereIsNoRoom() {
    QStandardItemModel model;
    model.setHorizontalHeaderLabels({QStringLiteral("Name"), QStringLiteral("Kind"), QStringLiteral("Date")});
    model.appendRow({new QStandardItem(QStringLiteral("a")), new QStandardItem(QStringLiteral("LoRA")),
                     new QStandardItem(QStringLiteral("today"))});
    FlatTable table(QStringLiteral("rows"), QStringLiteral("Rows"), QStringLiteral("None"));
    table.setModel(&model);
    for (int column = 0; column < 3; ++column) table.header()->resizeSection(column, 150);
    table.setHiddenFirst({1, 2});
    table.resize(500, 200);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    QVERIFY(!table.isColumnHidden(1) && !table.isColumnHidden(2));
    table.resize(310, 200);
    QTRY_VERIFY(table.isColumnHidden(1) && !table.isColumnHidden(2));
    table.resize(180, 200);
    QTRY_VERIFY(table.isColumnHidden(1) && table.isColumnHidden(2) && !table.isColumnHidden(0));
    QTRY_COMPARE(table.horizontalScrollBar()->maximum(), 0);
    const QPoint cell = table.visualRect(model.index(0, 0)).center();
    QHelpEvent help(QEvent::ToolTip, cell, table.viewport()->mapToGlobal(cell));
    QApplication::sendEvent(table.viewport(), &help);
    QVERIFY2(QToolTip::text().contains(QLatin1String("Kind: LoRA")) &&
                 QToolTip::text().contains(QLatin1String("Date: today")),
             qPrintable(QToolTip::text()));
    table.resize(500, 200);
    QTRY_VERIFY(!table.isColumnHidden(1) && !table.isColumnHidden(2));
  }

  void aNarrowColumnTellsItsText() {
    QStandardItemModel model;
    model.appendRow({new QStandardItem(QStringLiteral("<a name> of many words")), new QStandardItem});
    FlatTable table(QStringLiteral("rows"), QStringLiteral("Rows"), QStringLiteral("None"));
    table.setModel(&model);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const auto tells = [&](int width) {
      table.setColumnWidth(0, width);
      const QPoint place = table.visualRect(model.index(0, 0)).center();
      QHelpEvent pointed(QEvent::ToolTip, place, table.viewport()->mapToGlobal(place));
      QApplication::sendEvent(table.viewport(), &pointed);
      return QToolTip::text().contains(QLatin1String("&lt;a name&gt; of many words"));
    };
    QVERIFY(tells(60));
    QTRY_VERIFY(!tells(400));
  }
};

QTEST_MAIN(TestFlatTable)
#include "test_flat_table.moc"
