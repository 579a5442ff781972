// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/reveal.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

namespace fw::ui {

void revealInFiles(const QString& path) {
  const auto openFolder = [path] {
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath()));
  };
  const QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return openFolder();  // nothing would answer, not even with an error
  QDBusMessage call = QDBusMessage::createMethodCall(
      QStringLiteral("org.freedesktop.FileManager1"), QStringLiteral("/org/freedesktop/FileManager1"),
      QStringLiteral("org.freedesktop.FileManager1"), QStringLiteral("ShowItems"));
  call << QStringList{QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded)} << QString();
  auto* const watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), qApp);
  QObject::connect(watcher, &QDBusPendingCallWatcher::finished, watcher, [watcher, openFolder] {
    if (watcher->isError()) openFolder();
    watcher->deleteLater();
  });
}

}  // namespace fw::ui
