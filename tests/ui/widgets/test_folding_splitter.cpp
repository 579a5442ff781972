// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>

#include "ui/widgets/folding_splitter.h"

using namespace fw::ui;

class TestFoldingSplitter : public QObject {
  Q_OBJECT

  static constexpr int linesBeside = 10, linesBelow = 50;
  static constexpr int wide = 900, narrow = 400, tall = 300;

  /// A page with three parts with one field each, none narrower than 200 pixels.
  struct PageOfParts : QScrollArea {
    FoldingSplitter* const columns = new FoldingSplitter(linesBeside, linesBelow);
    QList<QLineEdit*> fields;
    QList<QLabel*> sentences;

    PageOfParts() {
      for (int part = 0; part < 3; ++part) {
        auto* const place = new QWidget;
        auto* const column = new QVBoxLayout(place);
        sentences << new QLabel(
            QStringLiteral("What is to be typed into the field of this part of the page"));
        sentences.last()->setWordWrap(true);
        fields << new QLineEdit;
        column->addWidget(sentences.last());
        column->addWidget(fields.last());
        column->addStretch(1);
        place->setMinimumWidth(200);
        columns->addWidget(place);
      }
      columns->setWidths({400, 250, 250});
      setWidget(columns);
      setWidgetResizable(true);
      setFocusPolicy(Qt::NoFocus);  // as pages
    }
    void open(int width) {
      resize(width, tall);
      show();
      activateWindow();
      QVERIFY(QTest::qWaitForWindowActive(this));
    }
    Qt::Orientation way() const { return columns->orientation(); }
    /// Like a user dragging the edge of the window.
    void dragTo(int width) {
      const int step = width < this->width() ? -20 : 20;
      while (this->width() != width) {
        resize(this->width() + step, tall);
        QCoreApplication::processEvents();
      }
    }
    void dragHandle(int number, QPoint by) const {
      QWidget* const handle = columns->handle(number);
      const QPoint from = handle->rect().center();
      QTest::mousePress(handle, Qt::LeftButton, {}, from);
      QTest::mouseMove(handle, from + by);
      QTest::mouseRelease(handle, Qt::LeftButton, {}, from + by);
    }
    bool isInView(const QWidget& widget) const {
      return viewport()->rect().contains(QRect(widget.mapTo(viewport(), QPoint()), widget.size()));
    }
  };

 private Q_SLOTS:
  void partsFoldAndComeBackAsTheyWere() {
    PageOfParts page;
    page.open(wide);
    page.dragHandle(1, {-60, 0});
    const QList<int> widths = page.columns->sizes();
    QVERIFY2(widths[0] < 390, "the handle has moved");
    page.fields[2]->setFocus();
    QTest::keyClick(page.windowHandle(), Qt::Key_A);

    page.dragTo(narrow);
    QTRY_COMPARE(page.way(), Qt::Vertical);
    QTRY_COMPARE(page.horizontalScrollBar()->maximum(), 0);
    QTRY_VERIFY(page.columns->height() >= linesBelow * page.fontMetrics().height());
    QVERIFY(page.fields[2]->hasFocus());
    QTRY_VERIFY2(page.isInView(*page.fields[2]), "where one types went below the edge");
    QTest::keyClick(page.windowHandle(), Qt::Key_B);
    QCOMPARE(page.fields[2]->text(), QStringLiteral("ab"));
    page.verticalScrollBar()->setValue(0);
    const QList<int> first = page.columns->sizes();
    page.dragHandle(1, {0, 30});
    const QList<int> heights = page.columns->sizes();
    QCOMPARE(heights[0], first[0] + 30);

    page.dragTo(wide);
    QTRY_COMPARE(page.way(), Qt::Horizontal);
    QTRY_COMPARE(page.columns->sizes(), widths);
    QTRY_COMPARE(page.verticalScrollBar()->maximum(), 0);
    QVERIFY(page.fields[2]->hasFocus());

    page.dragTo(narrow);
    QTRY_COMPARE(page.way(), Qt::Vertical);
    QTRY_COMPARE(page.columns->sizes(), heights);
    QVERIFY(page.fields[2]->hasFocus());
  }

  void whatOneHasScrolledAwayStaysAway() {
    PageOfParts page;
    auto* const area = new QScrollArea;
    auto* const tall = new QWidget;
    tall->resize(150, 2000);
    auto* const far = new QLineEdit(tall);
    far->move(0, 1900);
    area->setWidget(tall);
    area->setMinimumWidth(200);
    page.columns->insertWidget(0, area);
    page.open(wide);
    far->setFocus();
    QVERIFY(far->visibleRegion().isEmpty());
    page.dragTo(narrow);
    QTRY_COMPARE(page.way(), Qt::Vertical);
    QTRY_VERIFY(page.verticalScrollBar()->maximum() > 0);
    QTest::qWait(50);  // nothing should follow
    QCOMPARE(page.verticalScrollBar()->value(), 0);
    QCOMPARE(area->verticalScrollBar()->value(), 0);
  }

  /// QSplitter ignores that wrapping text is higher when narrower.
  void noSentenceIsCutOffBelow() {
    PageOfParts page;
    page.open(wide);
    page.dragTo(narrow);
    QTRY_COMPARE(page.way(), Qt::Vertical);
    page.sentences[1]->setText(page.sentences[1]->text().repeated(12));
    const auto isWhole = [](const QLabel& label) {
      return label.height() >= label.heightForWidth(label.width());
    };
    QTRY_VERIFY(isWhole(*page.sentences[1]));
    page.dragHandle(2, {0, -2000});
    for (const QLabel* const sentence : page.sentences) QTRY_VERIFY(isWhole(*sentence));
  }

  /// From a window that is rebuilt while narrow.
  void aStateOfOneWayLeavesTheOtherAsMade() {
    PageOfParts before;
    before.open(wide);
    const QList<int> widths = before.columns->sizes();
    before.dragTo(narrow);
    QTRY_COMPARE(before.way(), Qt::Vertical);

    PageOfParts page;
    page.columns->restoreState(before.columns->saveState());
    page.open(narrow);
    QTRY_VERIFY(page.columns->height() >= linesBelow * page.fontMetrics().height());
    QCOMPARE(page.way(), Qt::Vertical);
    page.dragTo(wide);
    QTRY_COMPARE(page.way(), Qt::Horizontal);
    QTRY_COMPARE(page.columns->sizes(), widths);
    QTRY_COMPARE(page.verticalScrollBar()->maximum(), 0);
  }
};

QTEST_MAIN(TestFoldingSplitter)
#include "test_folding_splitter.moc"
