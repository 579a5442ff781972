// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QMessageBox>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "ui/shell/job_dock.h"
#include "ui/support/window_test.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// One stray key ends no job.
class TestCancelQuestion : public WindowTest {
  Q_OBJECT

  QWidget* jobButton(const char* id) {
    for (auto* const button : window().jobDock().findChildren<QToolButton*>())
      if (button->defaultAction() == action(id)) return button;
    return nullptr;
  }
  bool isOnButton() const { return qobject_cast<QAbstractButton*>(QApplication::focusWidget()) != nullptr; }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
    window().resize(1280, 800);
    action("view.jobs")->trigger();
    activate();
  }
  void cleanup() { m_app.reset(); }

  void aStraySpaceCancelsNothing() {
    m_app->bridge().submit({"train", "LoRA", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    Q_EMIT m_app->navigator().runRequested(QStringLiteral("/nowhere"));  // as after "Add to queue"
    QVERIFY(!isOnButton());
    for (int i = 0; i < 3; ++i) key(Qt::Key_Space);
    // The pressed button is disabled with its command: the next one must not get the focus.
    QTRY_VERIFY(jobButton("jobs.stopAndSave") != nullptr && jobButton("jobs.stopAndSave")->isEnabled());
    auto* const stop = jobButton("jobs.stopAndSave");
    stop->setFocus(Qt::TabFocusReason);
    bool asked = false;
    answer(QStringLiteral("stopJob"), &asked);
    key(Qt::Key_Space);
    QVERIFY(asked);
    activate();  // as a window manager would, after the question
    QTRY_COMPARE(stateOf(1), JobState::stopping);
    QTRY_VERIFY(!stop->isEnabled());
    QVERIFY(!isOnButton());
    for (int i = 0; i < 3; ++i) {
      key(Qt::Key_Space);
      key(Qt::Key_Return);
    }
    QTest::qWait(50);
    QCOMPARE(stateOf(1), JobState::stopping);
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    m_gate->open = true;
    QTRY_COMPARE(stateOf(1), JobState::finished);
    QVERIFY(!isOnButton());
  }

  void stoppingAsks() {
    m_app->bridge().submit({"train", "LoRA", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    // Space and Return on the question mean no.
    for (const Qt::Key no : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Escape}) {
      answer(no);
      action("jobs.stopAndSave")->trigger();
      QTest::qWait(20);
      QCOMPARE(stateOf(1), JobState::running);
    }
    m_gate->open = true;
    QTRY_COMPARE(stateOf(1), JobState::finished);
  }

  void cancellingAsks() {
    m_app->bridge().submit({"train", "LoRA", {}});
    m_app->bridge().submit({"gate", "Next", {}});
    QTRY_VERIFY(m_app->jobs().rowCount() == 2 && stateOf(1) == JobState::running);
    for (const char* const id : {"jobs.cancel", "jobs.cancelRunning"}) {
      bool asked = false;
      answer(QStringLiteral("keepJob"), &asked);
      action(id)->trigger();
      QVERIFY2(asked, id);
      QCOMPARE(stateOf(1), JobState::running);
    }
    // Space and Return on the question mean no.
    for (const Qt::Key no : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Escape}) {
      answer(no);
      action("jobs.cancelRunning")->trigger();
      QCOMPARE(stateOf(1), JobState::running);
    }
    window().jobDock().select(2);
    bool asked = false;
    answer(QStringLiteral("keepJob"), &asked);
    action("jobs.remove")->trigger();
    QVERIFY(asked);
    QCOMPARE(stateOf(2), JobState::queued);
    answer(QStringLiteral("cancelJob"), &asked);
    action("jobs.cancelRunning")->trigger();
    QTRY_COMPARE(stateOf(1), JobState::cancelled);
  }

  /// The question follows its job: it updates when the job begins, and closes when the job has ended.
  void aQuestionGoesWithItsReason() {
    m_app->bridge().submit({"gate", "First", {}});
    m_app->bridge().submit({"train", "Second", {}});
    QTRY_VERIFY(m_app->jobs().rowCount() == 2 && stateOf(1) == JobState::running);
    window().jobDock().select(2);
    QString before, after;
    QTimer poll;
    connect(&poll, &QTimer::timeout, this, [&] {
      auto* const question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (question == nullptr) return;
      if (before.isEmpty()) before = question->informativeText();
      if (stateOf(1) == JobState::running) m_app->bridge().send(engine_api::Verb::abort, 1);
      if (stateOf(2) != JobState::running) return;
      after = question->informativeText();
      m_gate->open = true;
    });
    poll.start(20);
    action("jobs.remove")->trigger();  // returns when the question is closed
    QCOMPARE(stateOf(2), JobState::finished);
    QVERIFY2(before.contains(QLatin1String("removed from the queue")), qPrintable(before));
    QVERIFY2(after.contains(QLatin1String("checkpoint")), qPrintable(after));
  }

  /// A paused job can be resumed: neither a stray key nor clearing removes it from the list.
  void aPausedJobIsKept() {
    m_app->bridge().submit({"quick", "Ended", {}});
    QTRY_COMPARE(stateOf(1), JobState::finished);  // while another waits, pausing asks about it
    m_app->bridge().submit({"train", "LoRA", {}});
    QTRY_COMPARE(stateOf(2), JobState::running);
    key(Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(stateOf(2), JobState::paused);
    key(Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(m_app->jobs().rowCount(), 1);
    QCOMPARE(stateOf(2), JobState::paused);
    QVERIFY(!action("jobs.clear")->isEnabled());
    window().jobDock().select(2);
    window().jobDock().table()->setFocus();
    for (const auto& [button, left] : {std::pair("keepJob", 1), std::pair("cancelJob", 0)}) {
      bool asked = false;
      answer(QLatin1String(button), &asked);
      key(Qt::Key_Delete);
      QVERIFY2(asked, button);
      QTRY_COMPARE(m_app->jobs().rowCount(), left);
      activate();  // as a window manager would, after the question
    }
  }
};

QTEST_MAIN(TestCancelQuestion)
#include "test_cancel_question.moc"
