// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/sleep_inhibitor.h"

#include <spdlog/spdlog.h>

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusUnixFileDescriptor>
#include <chrono>
#include <thread>

namespace fw::ui {

namespace {

constexpr int inhibitTimeoutMs = 2000;

/// Session services that return a cookie for each request.
struct SessionService {
  const char* service;
  const char* path;
};
constexpr SessionService sessionServices[]{
    {"org.freedesktop.PowerManagement", "/org/freedesktop/PowerManagement/Inhibit"},
    {"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"}};

QString interfaceOf(const SessionService& service) {
  const QString name = QLatin1String(service.service);
  return name.endsWith(QLatin1String("PowerManagement")) ? name + QStringLiteral(".Inhibit") : name;
}

QDBusMessage callTo(const SessionService& service, const char* method) {
  return QDBusMessage::createMethodCall(QLatin1String(service.service), QLatin1String(service.path),
                                        interfaceOf(service), QLatin1String(method));
}

QString reason() {
  return QCoreApplication::translate("sleep", "A job is running");
}

}  // namespace

/// Resources to release later.
struct SleepInhibitor::Hold {
  QDBusUnixFileDescriptor lock;  // sleep is inhibited while it is open
  int service = -1;              // index in sessionServices
  uint cookie = 0;

  void take() {
    if (lock.isValid() || service >= 0) return;
    if (!takeFromLogin() && !takeFromSession())
      spdlog::info("Found no service that prevents sleep: the computer may go to sleep while jobs run.");
  }

  void release() {
    lock = QDBusUnixFileDescriptor();
    if (service < 0) return;
    QDBusConnection::sessionBus().call(callTo(sessionServices[service], "UnInhibit") << cookie, QDBus::Block,
                                       inhibitTimeoutMs);
    service = -1;
  }

 private:
  bool takeFromLogin() {
    const QDBusConnection bus = QDBusConnection::systemBus();
    if (!bus.isConnected()) return false;
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.login1"), QStringLiteral("/org/freedesktop/login1"),
        QStringLiteral("org.freedesktop.login1.Manager"), QStringLiteral("Inhibit"));
    call << QStringLiteral("sleep:idle") << QStringLiteral("Framewright") << reason()
         << QStringLiteral("block");
    const QDBusMessage reply = bus.call(call, QDBus::Block, inhibitTimeoutMs);
    if (reply.type() != QDBusMessage::ReplyMessage) return false;
    lock = reply.arguments().value(0).value<QDBusUnixFileDescriptor>();
    return lock.isValid();
  }

  bool takeFromSession() {
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return false;
    for (int each = 0; each < static_cast<int>(std::size(sessionServices)); ++each) {
      const QDBusMessage reply =
          bus.call(callTo(sessionServices[each], "Inhibit") << QStringLiteral("Framewright") << reason(),
                   QDBus::Block, inhibitTimeoutMs);
      if (reply.type() != QDBusMessage::ReplyMessage) continue;
      cookie = reply.arguments().value(0).toUInt();
      service = each;
      return true;
    }
    return false;
  }
};

SleepInhibitor::SleepInhibitor(QObject* parent) : QObject(parent), m_hold(std::make_shared<Hold>()) {}

SleepInhibitor::~SleepInhibitor() {
  setRequested(false);
  while (!m_worker.isIdle()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void SleepInhibitor::setRequested(bool wanted) {
  if (std::exchange(m_isWanted, wanted) == wanted) return;
  m_worker.run(
      [hold = m_hold, wanted](const std::stop_token&) {
        wanted ? hold->take() : hold->release();
        return true;
      },
      [](bool) {});
}

}  // namespace fw::ui
