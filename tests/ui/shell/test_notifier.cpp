// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDBusAbstractAdaptor>
#include <QDBusConnection>
#include <QProcess>
#include <QTest>

#include "ui/shell/notifier.h"
#include "ui/state/job_list_model.h"
#include "ui/support/fake_jobs.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// For the sanitizers' leak checker: libdbus drops pending messages when its bus goes away.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libdbus-1";
}

/// Records what a desktop would show.
class DesktopStandIn : public QDBusAbstractAdaptor {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
 public:
  explicit DesktopStandIn(QObject* parent) : QDBusAbstractAdaptor(parent) {}
  QStringList shown;
 public Q_SLOTS:
  uint Notify(const QString&, uint, const QString&, const QString& title, const QString& text,
              const QStringList&, const QVariantMap&, int) {
    shown << title + QStringLiteral(": ") + text;
    return 1;
  }
};

/// In a program of its own: the bus address is read once per process.
class TestNotifier : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void desktopIsTold() {
    QProcess bus;
    bus.start(QStringLiteral("dbus-daemon"), {"--session", "--nofork", "--print-address"});
    if (!bus.waitForStarted() || !bus.waitForReadyRead()) QSKIP("needs dbus-daemon");
    qputenv("DBUS_SESSION_BUS_ADDRESS", bus.readAllStandardOutput().trimmed());
    QObject desktop;
    auto* const shown = new DesktopStandIn(&desktop);
    QDBusConnection connection =
        QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("desktop"));
    QVERIFY(connection.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop));
    QVERIFY(connection.registerService(QStringLiteral("org.freedesktop.Notifications")));
    Notifier notifier;
    JobRow job;
    job.kind = "train";
    job.name = JobTitle({"train", "cats <b>"});
    job.state = JobState::finished;
    job.startedMs = 1000;
    job.endedMs = 126'000;
    notifier.jobEnded(job);
    QTRY_COMPARE(shown->shown, QStringList({QStringLiteral("cats <b>: Finished, after 2:05")}));
    job.state = JobState::cancelled;
    notifier.jobEnded(job);
    job.kind = "device_check";
    job.state = JobState::finished;
    job.endedMs = 2000;
    notifier.jobEnded(job);
    job.kind = "train";
    job.state = JobState::failed;
    job.fault = Fault(fake::broken_file, {{"file", "a.mp4"}});
    notifier.jobEnded(job);
    QTRY_COMPARE(shown->shown.size(), 2);
    QCOMPARE(shown->shown.last(), QStringLiteral("cats <b>: The file a.mp4 is broken."));
    // If the bus goes away during a notification, the window must still close.
    notifier.jobEnded(job);
    bus.kill();
    bus.waitForFinished();
    notifier.jobEnded(job);
    QDBusConnection::disconnectFromBus(QStringLiteral("desktop"));
    QDBusConnection::disconnectFromBus(QStringLiteral("qt_default_session_bus"));
  }
};

QTEST_MAIN(TestNotifier)
#include "test_notifier.moc"
