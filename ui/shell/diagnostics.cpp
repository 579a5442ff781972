// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/diagnostics.h"

#include <QDir>
#include <QGuiApplication>
#include <QSysInfo>

#include "ui/shell/log_model.h"
#include "ui/state/engine_bridge.h"

namespace fw::ui {

QString diagnosticsText(const EngineBridge& bridge, const LogModel& log) {
  constexpr int newestLines = 200;
  QStringList lines;
  lines << QStringLiteral("Framewright %1").arg(QStringLiteral(FW_VERSION));
  lines << QStringLiteral("Qt %1, %2, %3")
               .arg(QLatin1String(qVersion()), QGuiApplication::platformName(),
                    QSysInfo::prettyProductName());
  lines << QStringLiteral("Linux %1, %2").arg(QSysInfo::kernelVersion(), QSysInfo::currentCpuArchitecture());
  if (bridge.systemInfo())
    lines << QString::fromStdString(
        nlohmann::json(*bridge.systemInfo()).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  const int count = log.rowCount();
  for (int row = std::max(0, count - newestLines); row < count; ++row) lines << log.lineText(row);
  QString text = lines.join(QLatin1Char('\n'));
  text.replace(QDir::homePath(), QStringLiteral("~"));
  const QString user = qEnvironmentVariable("USER");
  if (user.size() > 2) text.replace(QStringLiteral("/%1/").arg(user), QStringLiteral("/user/"));
  return text;
}

}  // namespace fw::ui
