// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/notifier.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QFile>

#include "ui/state/fault_text.h"
#include "ui/state/job_list_model.h"

namespace fw::ui {

namespace {

constexpr int64_t shortMs = 20'000;

/// org.freedesktop.Notifications, which every desktop offers.
QDBusMessage forDesktop(const QString& title, const QString& text) {
  QDBusMessage call = QDBusMessage::createMethodCall(
      QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
      QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
  const QVariantMap hints{{QStringLiteral("desktop-entry"), QStringLiteral("org.framewright.Framewright")}};
  call << QStringLiteral("Framewright") << 0U << QStringLiteral("org.framewright.Framewright") << title
       << text.toHtmlEscaped() << QStringList() << hints << -1;
  return call;
}

/// Inside a sandbox only the portal is reachable.
QDBusMessage forPortal(const QString& title, const QString& text) {
  QDBusMessage call = QDBusMessage::createMethodCall(
      QStringLiteral("org.freedesktop.portal.Desktop"), QStringLiteral("/org/freedesktop/portal/desktop"),
      QStringLiteral("org.freedesktop.portal.Notification"), QStringLiteral("AddNotification"));
  call << QStringLiteral("job-ended")
       << QVariantMap{{QStringLiteral("title"), title}, {QStringLiteral("body"), text}};
  return call;
}

bool inSandbox() {
  return QFile::exists(QStringLiteral("/.flatpak-info")) || qEnvironmentVariableIsSet("SNAP");
}

}  // namespace

void Notifier::show(const QString& title, const QString& text) {
  m_worker.run(
      [title, text](const std::stop_token&) {
        // Does not wait for a reply: if the bus goes away none arrives, and the window could not close.
        QDBusConnection::sessionBus().send(inSandbox() ? forPortal(title, text) : forDesktop(title, text));
        return true;
      },
      [](bool) {});
}

void Notifier::jobEnded(const JobRow& job) {
  using engine_api::JobState;
  const int64_t took = job.startedMs > 0 ? job.endedMs - job.startedMs : 0;
  if (job.state == JobState::cancelled || (took < shortMs && job.kind != "train")) return;
  QString text = stateText(job.state);
  if (job.fault) text = faultText(*job.fault);
  if (!job.fault && took > 0)
    text += QCoreApplication::translate("notification", ", after %1")
                .arg(durationText(static_cast<double>(took) / 1e3));
  show(job.title(), text);
}

}  // namespace fw::ui
