// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSessionManager>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/log.h"
#include "ui/shell/application.h"
#include "ui/start/interrupted_card.h"
#include "ui/state/curve_store.h"
#include "ui/support/sample_run.h"
#include "ui/train/train_page.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;
namespace fs = std::filesystem;

namespace {

constexpr int steps = 24;
constexpr int checkpointEvery = 5;
constexpr int waitMs = 240000;
constexpr const char* trainOption = "--train";
constexpr const char* logOutOption = "--log-out";

/// With a shorter run.
void makeProject(const fs::path& folder, int64_t stepsToCheckpoint) {
  makeSampleProject(folder, {{"training.train_steps", int64_t{steps}},
                             {"checkpoints.checkpointing_steps", stepsToCheckpoint},
                             {"run.cpu_threads", int64_t{1}}});  // leaves CPU time to other tests
}

std::vector<run::RunPaths> runsOf(const QString& project) {
  return run::list_runs(fs::path(project.toStdString()) / "runs");
}

/// Past a checkpoint, so that there are steps to lose.
bool isInTheMiddle(const QString& project) {
  const std::vector<run::RunPaths> runs = runsOf(project);
  return !runs.empty() && newestStep(runs.front()) >= checkpointEvery + 2;
}

/// As a desktop does on logout: it asks, and ends the program as soon as it has answered.
void logOut() {
  auto* const session = QCoreApplication::instance()->findChild<QSessionManager*>();
  Q_EMIT qApp->commitDataRequest(*session);
  std::_Exit(session->restartHint() == QSessionManager::RestartNever ? EXIT_SUCCESS : EXIT_FAILURE);
}

/// The program that will be ended: a window that opens the project and presses Start.
int trainInWindow(const QString& folder, bool logsOut) {
  log::start(log::Console::off);
  Application app;
  app.heedEnd();
  app.show();
  QAction* const start = app.window()->actions().action(QStringLiteral("train.start"));
  QTimer poll;
  bool isStarted = false;
  QObject::connect(&poll, &QTimer::timeout, [&] {
    if (isStarted && isInTheMiddle(folder)) {
      poll.stop();
      logOut();
    } else if (!isStarted && start->isEnabled()) {
      isStarted = true;
      if (!logsOut) poll.stop();
      start->trigger();
    }
  });
  app.project().open(folder);
  app.window()->showPage(PageId::train);
  poll.start(50);
  return QApplication::exec();
}

}  // namespace

/// A window ends during a training; the next one offers to resume the run.
class TestKilledWindow : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  void endInTheMiddle(const QString& project, bool logsOut) {
    QProcess window;
    window.setProcessChannelMode(QProcess::ForwardedChannels);
    const char* const option = logsOut ? logOutOption : trainOption;
    window.start(QCoreApplication::applicationFilePath(), {QLatin1String(option), project});
    QVERIFY(window.waitForStarted());
    if (!logsOut) {
      QTRY_VERIFY_WITH_TIMEOUT(isInTheMiddle(project), waitMs);
      ::kill(static_cast<pid_t>(window.processId()), SIGKILL);
    }
    QVERIFY(window.waitForFinished(waitMs));
    if (logsOut) QCOMPARE(window.exitCode(), EXIT_SUCCESS);
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");  // never the tester's own desktop
    qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
    qputenv("XDG_CACHE_HOME", m_folder.path().toUtf8());
    qputenv("FRAMEWRIGHT_ENGINE", FW_ENGINE_LIBRARY);
    Settings().setLanguage(QStringLiteral("en"));
    log::start(log::Console::off);
  }

  void theRunIsOfferedAndGoesOn_data() {
    QTest::addColumn<bool>("logsOut");
    QTest::newRow("killed") << false;
    QTest::newRow("at the end of the desktop's session") << true;
  }
  void theRunIsOfferedAndGoesOn() {
    QFETCH(bool, logsOut);
    const QString project = m_folder.filePath(logsOut ? QStringLiteral("ended") : QStringLiteral("killed"));
    // Logging out saves by itself: it is the only checkpoint then.
    makeProject(project.toStdString(), logsOut ? steps : checkpointEvery);
    endInTheMiddle(project, logsOut);
    const run::RunPaths run = runsOf(project).front();
    const std::vector<int64_t> saved = run::checkpoint_steps(run);
    QVERIFY(!saved.empty());
    const int64_t kept = saved.back();
    const int64_t reached = newestStep(run);
    QVERIFY(kept >= checkpointEvery && reached < steps);
    if (logsOut) QCOMPARE(kept, reached);  // not a single step is lost

    Application app;
    app.show();
    const auto* const card = app.window()->findChild<InterruptedCard*>();
    QTRY_VERIFY_WITH_TIMEOUT(card->isVisible(), 30000);
    const auto button = [&] { return card->findChild<QPushButton*>(QStringLiteral("resumeRun")); };
    QTRY_VERIFY_WITH_TIMEOUT(button() != nullptr && button()->isEnabled(), 30000);
    const auto labels = card->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) {
      return label->text().contains(QString::number(kept)) && label->text().contains(QString::number(steps));
    }));
    QTest::mouseClick(button(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(run::checkpoint_steps(run).back() == steps, waitMs);
    QTRY_VERIFY_WITH_TIMEOUT(app.jobs().activeJob() == nullptr, waitMs);
    QVERIFY2(app.window()->messages().count() == 0, qPrintable(app.window()->messages().text()));
    QCOMPARE(runsOf(project).size(), size_t{1});

    CurveStore store(app.project(), app.runs());
    const QString folder = QString::fromStdString(to_utf8(run.folder));
    store.setRuns({folder});
    const auto loss = [&]() -> const Curve* {
      return store.curves(folder) != nullptr ? store.curves(folder)->metric("loss") : nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(loss() != nullptr && loss()->steps.size() >= size_t{steps}, 30000);
    std::vector<double> each(steps);
    for (int step = 0; step < steps; ++step) each[static_cast<size_t>(step)] = step + 1;
    QCOMPARE(loss()->steps, each);  // neither gap nor fork
    qInfo("ended at step %lld, went on from %lld to %d", static_cast<long long>(reached),
          static_cast<long long>(kept), steps);
  }
};

int main(int argc, char** argv) {
  Application::setIdentity();
  QApplication app(argc, argv);
  const QStringList arguments = QApplication::arguments();
  const bool logsOut = arguments.value(1) == QLatin1String(logOutOption);
  if (logsOut || arguments.value(1) == QLatin1String(trainOption))
    return trainInWindow(arguments.value(2), logsOut);
  TestKilledWindow test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_killed_window.moc"
