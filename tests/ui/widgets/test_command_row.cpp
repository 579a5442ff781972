// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <QToolButton>

#include "ui/widgets/action_registry.h"
#include "ui/widgets/command_row.h"

using namespace fw;
using namespace fw::ui;

class TestCommandRow : public QObject {
  Q_OBJECT

  ActionRegistry m_actions;

  static int textsIn(const CommandRow& row) {
    int texts = 0;
    for (const auto* const button : row.findChildren<QToolButton*>())
      texts += button->toolButtonStyle() == Qt::ToolButtonTextBesideIcon ? 1 : 0;
    return texts;
  }

 private Q_SLOTS:
  void initTestCase() {
    for (const char* const name : {"Pause", "Stop and save", "Validate now"})
      m_actions.add({QLatin1String(name), QLatin1String(name), "pause", {}, QStringLiteral("Does it.")},
                    [] {});
  }

  void textsComeFromTheLeftAsFarAsTheyFit() {
    CommandRow row;
    for (QAction* const action : m_actions.actions()) row.add(action);
    row.show();
    QVERIFY(QTest::qWaitForWindowExposed(&row));
    const int all = row.sizeHint().width();
    const int none = row.minimumSizeHint().width();
    QVERIFY(none < all / 2);
    int before = 3;
    for (int width = all; width >= none; width -= 10) {
      row.resize(width, row.height());
      QCoreApplication::processEvents();
      const int texts = textsIn(row);
      QVERIFY2(texts <= before, qPrintable(QString::number(width)));
      before = texts;
      const auto buttons = row.findChildren<QToolButton*>();
      for (int i = 0; i < buttons.size(); ++i) {
        QCOMPARE(buttons[i]->toolButtonStyle() == Qt::ToolButtonTextBesideIcon, i < texts);
        QVERIFY(buttons[i]->width() >= buttons[i]->sizeHint().width() &&
                buttons[i]->geometry().right() < width);
      }
      if (width == all) QCOMPARE(texts, 3);
    }
    row.resize(none, row.height());
    QCOMPARE(textsIn(row), 0);
    row.resize(all, row.height());
    QCOMPARE(textsIn(row), 3);
  }

  void aCommandThatSaysMoreGetsItsRoom() {
    CommandRow row;
    for (QAction* const action : m_actions.actions()) row.add(action);
    row.show();
    QVERIFY(QTest::qWaitForWindowExposed(&row));
    row.resize(row.sizeHint().width(), row.height());
    QCOMPARE(textsIn(row), 3);
    QAction& action = *m_actions.actions().first();
    const QString before = action.iconText();
    action.setIconText(QStringLiteral("Undo: Change “Learning rate”"));
    QVERIFY(row.sizeHint().width() > row.width());
    QVERIFY(textsIn(row) < 3);
    for (const auto* const button : row.findChildren<QToolButton*>())
      QTRY_VERIFY(button->width() >= button->sizeHint().width());
    action.setIconText(before);
    QCOMPARE(textsIn(row), 3);
  }

  void aRefusedCommandSaysWhy() {
    QAction& action = *m_actions.actions().first();
    const QString before = action.toolTip();
    allow(action, QStringLiteral("The <job> has ended."));
    QVERIFY(!action.isEnabled() && action.toolTip().startsWith(before));
    QVERIFY(action.toolTip().contains(QLatin1String("The &lt;job&gt; has ended.")));
    allow(action, {});
    QVERIFY(action.isEnabled());
    QCOMPARE(action.toolTip(), before);
  }
};

QTEST_MAIN(TestCommandRow)
#include "test_command_row.moc"
