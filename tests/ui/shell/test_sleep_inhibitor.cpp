// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <QDBusConnection>
#include <QDBusUnixFileDescriptor>
#include <QProcess>
#include <QTest>

#include "ui/shell/sleep_inhibitor.h"
#include "ui/support/window_test.h"

using namespace fw::ui;

/// A fake systemd login manager.
class FakeLogin : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Manager")
 public:
  QStringList asked;
  int ours = -1;  // the other end of the program's pipe

  bool isHeld() const {
    pollfd poll{ours, POLLIN, 0};
    return ours >= 0 && ::poll(&poll, 1, 0) == 0;  // end of file: the program has closed its end
  }

 public Q_SLOTS:
  QDBusUnixFileDescriptor Inhibit(const QString& what, const QString& who, const QString&,
                                  const QString& mode) {
    asked << what + QLatin1Char(' ') + who + QLatin1Char(' ') + mode;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return {};
    ours = ends[0];
    QDBusUnixFileDescriptor given(ends[1]);  // a duplicate
    ::close(ends[1]);
    return given;
  }
};

/// A session service, for desktops without systemd.
class FakeScreenSaver : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.ScreenSaver")
 public:
  QList<uint> held;

 public Q_SLOTS:
  uint Inhibit(const QString&, const QString&) {
    held << 42U;
    return 42;
  }
  void UnInhibit(uint cookie) { held.removeOne(cookie); }
};

/// On a private bus, never the tester's.
class TestSleepInhibitor : public WindowTest {
  Q_OBJECT

  QProcess m_daemon;
  FakeLogin m_login;
  FakeScreenSaver m_saver;

  QDBusConnection bus() const { return QDBusConnection(QStringLiteral("fake")); }

 private Q_SLOTS:
  void initTestCase() {
    isolate();
    m_daemon.start(QStringLiteral("dbus-daemon"), {QStringLiteral("--session"), QStringLiteral("--nofork"),
                                                   QStringLiteral("--print-address=1")});
    QVERIFY(m_daemon.waitForStarted());
    QVERIFY(m_daemon.waitForReadyRead());
    const QByteArray address = m_daemon.readLine().trimmed();
    qputenv("DBUS_SYSTEM_BUS_ADDRESS", address);
    qputenv("DBUS_SESSION_BUS_ADDRESS", address);
    QVERIFY(
        QDBusConnection::connectToBus(QString::fromLatin1(address), QStringLiteral("fake")).isConnected());
    QVERIFY(bus().registerObject(QStringLiteral("/org/freedesktop/login1"), &m_login,
                                 QDBusConnection::ExportAllSlots));
    QVERIFY(bus().registerObject(QStringLiteral("/org/freedesktop/ScreenSaver"), &m_saver,
                                 QDBusConnection::ExportAllSlots));
  }
  void cleanupTestCase() {
    m_daemon.kill();
    m_daemon.waitForFinished();
  }

  void withoutAnyServiceNothingHappens() {
    SleepInhibitor inhibitor;
    inhibitor.setRequested(true);
    inhibitor.setRequested(false);
  }

  void theScreenSaverIsAskedWhereThereIsNoLoginManager() {
    QVERIFY(bus().registerService(QStringLiteral("org.freedesktop.ScreenSaver")));
    SleepInhibitor inhibitor;
    inhibitor.setRequested(true);
    QTRY_COMPARE(m_saver.held, QList<uint>{42U});
    inhibitor.setRequested(false);
    QTRY_VERIFY(m_saver.held.isEmpty());
  }

  void theComputerStaysAwakeWhileAJobRuns() {
    QVERIFY(bus().registerService(QStringLiteral("org.freedesktop.login1")));
    makeFolder();
    restart();
    QTest::qWait(100);
    QVERIFY(m_login.asked.isEmpty());
    m_app->bridge().submit({"gate", "Clip", {}});
    QTRY_COMPARE(m_login.asked, QStringList{QStringLiteral("sleep:idle Framewright block")});
    QTRY_VERIFY(m_login.isHeld());
    QTest::qWait(100);  // progress sends no further requests
    QCOMPARE(m_login.asked.size(), 1);
    m_gate->open = true;
    QTRY_VERIFY(!m_login.isHeld());
    QVERIFY(m_saver.held.isEmpty());
    m_app.reset();
  }
};

QTEST_MAIN(TestSleepInhibitor)
#include "test_sleep_inhibitor.moc"
