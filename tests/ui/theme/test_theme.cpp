// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDBusAbstractAdaptor>
#include <QDBusConnection>
#include <QDBusVariant>
#include <QProcess>
#include <QTest>

#include "ui/support/watchdog.h"
#include "ui/theme/theme.h"

using namespace fw;
using namespace fw::ui;

/// Answers like a desktop that prefers dark.
class PortalStandIn : public QDBusAbstractAdaptor {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
 public:
  explicit PortalStandIn(QObject* parent) : QDBusAbstractAdaptor(parent) {}
  uint preference = 1;
 public Q_SLOTS:
  QDBusVariant Read(const QString& group, const QString& key) {
    const bool known =
        group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme");
    return QDBusVariant(QVariant::fromValue(QDBusVariant(known ? preference : 0U)));
  }
 Q_SIGNALS:
  void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);
};

class TestTheme : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A private bus with a portal: never the tester's desktop.
  void portalIsFollowed() {
    QProcess bus;
    bus.start(QStringLiteral("dbus-daemon"), {"--session", "--nofork", "--print-address"});
    if (!bus.waitForStarted() || !bus.waitForReadyRead()) QSKIP("needs dbus-daemon");
    qputenv("DBUS_SESSION_BUS_ADDRESS", bus.readAllStandardOutput().trimmed());
    QObject portal;
    auto* const answers = new PortalStandIn(&portal);
    QDBusConnection connection =
        QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("portal"));
    QVERIFY(connection.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &portal));
    QVERIFY(connection.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
    {
      Theme theme(ThemeMode::system, Scheme::light);
      QCOMPARE(theme.scheme(), Scheme::light);
      Watchdog watchdog;
      theme.askDesktop();
      QTRY_COMPARE(theme.scheme(), Scheme::dark);
      QVERIFY(!watchdog.wasBlocked());
      Q_EMIT answers->SettingChanged(QStringLiteral("org.freedesktop.appearance"),
                                     QStringLiteral("color-scheme"), QDBusVariant(2U));
      QTRY_COMPARE(theme.scheme(), Scheme::light);
      theme.setMode(ThemeMode::dark);
      QCOMPARE(theme.scheme(), Scheme::dark);
      QCOMPARE(theme.systemScheme(), Scheme::light);
    }
    QDBusConnection::disconnectFromBus(QStringLiteral("portal"));
    QDBusConnection::disconnectFromBus(QStringLiteral("qt_default_session_bus"));
    bus.kill();
    bus.waitForFinished();
  }
};

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
