// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/log.h"
#include "base/paths.h"
#include "quickstart/project.h"
#include "run/run_file.h"
#include "run/run_folder.h"
#include "ui/shell/application.h"
#include "ui/start/interrupted_card.h"
#include "ui/state/curve_store.h"
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

/// The sample project with a shorter run.
void makeProject(const fs::path& folder) {
  quickstart::open_quickstart_project(folder);
  std::string text = read_file(folder / "run.toml");
  const auto set = [&](const char* key, const catalog::Value& value) {
    text = run::set_in_text(text, key, value);
  };
  set("training.train_steps", int64_t{steps});
  set("training.batch_size", int64_t{1});
  set("checkpoints.checkpointing_steps", int64_t{checkpointEvery});
  set("run.cpu_threads", int64_t{1});  // fair beside other tests
  set("data.cache", to_utf8(folder / "cache"));
  set("validation.validation_prompts", std::vector<std::string>());
  set("validation.held_out_samples", int64_t{0});
  write_file_atomically(folder / "run.toml", text, Existing::replace);
}

/// The program that will be killed: a window that opens the project and presses Start.
int trainInWindow(const QString& folder) {
  log::start(log::Console::off);
  Application app;
  app.show();
  QAction* const start = app.window()->actions().action(QStringLiteral("train.start"));
  QTimer poll;
  QObject::connect(&poll, &QTimer::timeout, [&] {
    if (!start->isEnabled()) return;
    poll.stop();
    start->trigger();
  });
  app.project().open(folder);
  app.window()->showPage(PageId::train);
  poll.start(50);
  return QApplication::exec();
}

int64_t newestStep(const run::RunPaths& run) {
  int64_t newest = 0;
  run::read_run_events(run, 0, [&](const run::RunEvent& event) {
    if (event.event == "metrics") newest = event.step;
  });
  return newest;
}

}  // namespace

/// A window is killed in the middle of a training; the next one offers the run and goes on with it.
class TestKilledWindow : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString project() const { return m_folder.filePath(QStringLiteral("project")); }
  std::vector<run::RunPaths> runs() const {
    return run::list_runs(fs::path(project().toStdString()) / "runs");
  }

  void killInTheMiddle() {
    QProcess window;
    window.setProcessChannelMode(QProcess::ForwardedChannels);
    window.start(QCoreApplication::applicationFilePath(), {QLatin1String(trainOption), project()});
    QVERIFY(window.waitForStarted());
    // Past a checkpoint, so that steps are lost which will be made again.
    QTRY_VERIFY_WITH_TIMEOUT(!runs().empty() && newestStep(runs().front()) >= checkpointEvery + 2, waitMs);
    ::kill(static_cast<pid_t>(window.processId()), SIGKILL);
    QVERIFY(window.waitForFinished());
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");  // never the tester's own desktop
    qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
    qputenv("XDG_CACHE_HOME", m_folder.path().toUtf8());
    qputenv("FRAMEWRIGHT_ENGINE", FW_ENGINE_LIBRARY);
    Settings().setLanguage(QStringLiteral("en"));
    log::start(log::Console::off);
    makeProject(project().toStdString());
  }

  void theRunIsOfferedAndGoesOn() {
    killInTheMiddle();
    const run::RunPaths run = runs().front();
    const int64_t kept = run::checkpoint_steps(run).back();
    const int64_t reached = newestStep(run);
    QVERIFY(kept >= checkpointEvery && reached < steps);

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
    QCOMPARE(runs().size(), size_t{1});

    CurveStore store(app.project(), app.runs());
    const QString folder = QString::fromStdString(to_utf8(run.folder));
    store.setRuns({folder});
    const auto loss = [&]() -> const Curve* {
      return store.curves(folder) != nullptr ? store.curves(folder)->metric("loss") : nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(loss() != nullptr && loss()->steps.size() >= size_t{steps}, 30000);
    std::vector<double> each(steps);
    for (int step = 0; step < steps; ++step) each[static_cast<size_t>(step)] = step + 1;
    QCOMPARE(loss()->steps, each);  // no gap and no fork
    qInfo("killed at step %lld, went on from %lld to %d", static_cast<long long>(reached),
          static_cast<long long>(kept), steps);
  }
};

int main(int argc, char** argv) {
  Application::setIdentity();
  QApplication app(argc, argv);
  const QStringList arguments = QApplication::arguments();
  if (arguments.value(1) == QLatin1String(trainOption)) return trainInWindow(arguments.value(2));
  TestKilledWindow test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_killed_window.moc"
