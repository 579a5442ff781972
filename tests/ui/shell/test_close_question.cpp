// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>
#include <QMessageBox>
#include <QTest>
#include <csignal>

#include "ui/start/left_jobs_card.h"
#include "ui/support/window_test.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// Closing while jobs run.
class TestCloseQuestion : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    restart();
  }
  void cleanup() { m_app.reset(); }

  void closingSavesFirst() {
    m_app->bridge().submit({"train", "LoRA", {}});
    m_app->bridge().submit({"gate", "Next", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    QTRY_COMPARE(stateOf(2), JobState::queued);
    bool asked = false;
    answer(QStringLiteral("saveAndClose"), &asked);
    QVERIFY(!window().close());
    QVERIFY(asked);
    QTRY_VERIFY(!window().isVisible());
    QCOMPARE(stateOf(1), JobState::paused);
    QCOMPARE(stateOf(2), JobState::held);  // it has not started instead
  }

  /// An import beside the run is kept for the next start, as the run is.
  void closingSavesTheRunAndKeepsTheImport() {
    m_app->bridge().submit({"import", "Clips", {}});
    m_app->bridge().submit({"train", "LoRA", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    QTRY_COMPARE(stateOf(2), JobState::running);
    QString text;
    QTimer::singleShot(0, this, [&] {
      auto* const question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      text = question->text();
      question->findChild<QPushButton*>(QStringLiteral("saveAndClose"))->click();
    });
    QVERIFY(!window().close());
    QCOMPARE(text, QStringLiteral("“LoRA” is running.\n“Clips” is running."));
    QTRY_VERIFY(!window().isVisible());
    QCOMPARE(stateOf(2), JobState::paused);
    restart();
    const auto* const card = window().findChild<LeftJobsCard*>();
    QTRY_VERIFY(card->isVisible());
  }

  void closingKeepsRunningMinimised() {
    m_app->bridge().submit({"train", "LoRA", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    bool asked = false;
    answer(QStringLiteral("minimise"), &asked);
    QVERIFY(!window().close());
    QVERIFY(asked && window().isMinimized());
    QCOMPARE(stateOf(1), JobState::running);
  }

  void closingIsCancelled() {
    m_app->bridge().submit({"train", "LoRA", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    bool asked = false;
    answer(QStringLiteral("stayOpen"), &asked);
    QVERIFY(!window().close());
    QVERIFY(asked && window().isVisible() && !window().isMinimized());
    QCOMPARE(stateOf(1), JobState::running);
  }

  void closingAsksWhileAJobRuns() {
    m_app->bridge().submit({"gate", "Long", {}});
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr);
    bool asked = false;
    answer({}, &asked);
    QVERIFY(!window().close());
    QVERIFY(asked && window().isVisible());
    asked = false;
    answer(QStringLiteral("endAndClose"), &asked);
    QVERIFY(window().close());
    QVERIFY(asked);
  }

  /// When the last job ends nothing is left to ask: the window closes as requested.
  void closingGoesOnWhenTheLastJobHasEnded() {
    m_app->bridge().submit({"gate", "Long", {}});
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr);
    QTimer::singleShot(50, this, [this] { m_gate->open = true; });
    QVERIFY(window().close());
    QCOMPARE(stateOf(1), JobState::finished);
  }

  void closingIsQuietWhenNothingRunsOrWhenToldSo() {
    QVERIFY(window().close());
    restart();
    m_app->settings().setConfirmClose(false);
    m_app->bridge().submit({"gate", "Long", {}});
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr);
    QVERIFY(window().close());
  }

  void closingIsSavingForASignal() {
    m_app->heedEnd();
    m_app->bridge().submit({"train", "LoRA", {}});
    m_app->bridge().submit({"gate", "Next", {}});
    QTRY_COMPARE(stateOf(1), JobState::running);
    QTRY_COMPARE(stateOf(2), JobState::queued);
    // An open question does not prevent it.
    QTimer::singleShot(50, this, [] { ::kill(::getpid(), SIGTERM); });
    action("jobs.cancelRunning")->trigger();
    QTRY_VERIFY(!window().isVisible());
    QCOMPARE(stateOf(1), JobState::paused);
    QCOMPARE(stateOf(2), JobState::held);
    restart();
    QTRY_VERIFY(window().findChild<LeftJobsCard*>()->isVisible());
  }
};

QTEST_MAIN(TestCloseQuestion)
#include "test_close_question.moc"
