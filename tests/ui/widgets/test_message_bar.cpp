// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAction>
#include <QTest>
#include <QVBoxLayout>
#include <QWindow>

#include "ui/support/fake_jobs.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

class TestMessageBar : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// It may be removed or replaced while one of its buttons is pressed: releasing it then does nothing.
  void aMessageThatHasGoneIsNotAnswered_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("anotherComes");
    for (const bool anotherComes : {false, true})
      for (const char* const name : {"Repair", "Show in log", "Dismiss this message"})
        QTest::addRow("%s, %s", name, anotherComes ? "another" : "none")
            << QString::fromLatin1(name) << anotherComes;
  }
  void aMessageThatHasGoneIsNotAnswered() {
    QFETCH(QString, name);
    QFETCH(bool, anotherComes);
    QWidget window;
    window.resize(800, 200);
    auto* const bar = new MessageBar;
    (new QVBoxLayout(&window))->addWidget(bar);
    QAction repair(QStringLiteral("Repair"));
    int answers = 0;
    connect(&repair, &QAction::triggered, this, [&answers] { ++answers; });
    connect(bar, &MessageBar::showInLogRequested, this, [&answers] { ++answers; });
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    bar->showFault(Fault(fake::broken_file, {{"file", "clip.mp4"}}), {}, {&repair});
    QAbstractButton* button = nullptr;
    for (auto* const each : bar->findChildren<QAbstractButton*>())
      if (each->accessibleName() == name) button = each;
    QTRY_VERIFY(button != nullptr && button->isVisible() && button->height() > 0);
    QTest::qWait(50);  // until it is laid out
    const QPoint place = button->mapTo(&window, button->rect().center());
    QTest::mousePress(window.windowHandle(), Qt::LeftButton, {}, place);
    QVERIFY(button->isDown());
    if (anotherComes)
      bar->showFault(Fault(fake::broken_file, {{"file", "other.mp4"}}), {}, {&repair});
    else
      bar->dismiss("test.broken_file");
    QTest::mouseRelease(window.windowHandle(), Qt::LeftButton, {}, place);
    QCOMPARE(answers, 0);
    QCOMPARE(bar->count(), anotherComes ? 2 : 0);
    QCOMPARE(bar->isVisible(), anotherComes);
  }
};

QTEST_MAIN(TestMessageBar)
#include "test_message_bar.moc"
