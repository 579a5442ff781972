// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "ui/state/settings.h"

using namespace fw;
using namespace fw::ui;

class TestSettings : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void settingsSurviveNonsense() {
    const QString file = m_folder.filePath(QStringLiteral("nonsense.ini"));
    QFile broken(file);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("theme=purple\nconfirmClose=@Invalid()\n[layout\n\xff\xfe\ngeometry=@ByteArray(x)\n");
    broken.close();
    Settings settings(file);
    QCOMPARE(settings.theme(), ThemeMode::system);
    QVERIFY(!settings.systemScheme());
    settings.setTheme(ThemeMode::dark);
    for (int project = 0; project < 20; ++project)
      settings.addRecentProject(QStringLiteral("/p%1").arg(project));
    settings.addRecentProject(QStringLiteral("/p15"));
    QCOMPARE(settings.recentProjects().size(), qsizetype(Settings::maximumRecent));
    QCOMPARE(settings.recentProjects().first(), QStringLiteral("/p15"));
    QCOMPARE(Settings(file).theme(), ThemeMode::dark);
  }
};

QTEST_MAIN(TestSettings)
#include "test_settings.moc"
