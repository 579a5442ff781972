// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "base/log.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/application.h"
#include "ui/shell/settings_dialog.h"
#include "ui/support/access_walk.h"
#include "ui/support/fake_jobs.h"
#include "ui/support/ts_file.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

namespace {

/// Shortcuts that Linux desktops intercept by default.
QSet<QString> keysOfDesktops() {
  QSet<QString> keys;
  constexpr const char* single[]{
      // GNOME, KDE and Xfce: log out, lock, terminal, file manager, show the desktop, kill a window, menus
      "Ctrl+Alt+Del", "Ctrl+Alt+Backspace", "Ctrl+Alt+L", "Ctrl+Alt+T", "Ctrl+Alt+F", "Ctrl+Alt+D",
      "Ctrl+Alt+Esc", "Ctrl+Alt+Tab", "Ctrl+Alt+Shift+Tab", "Ctrl+Esc", "Ctrl+Shift+Esc", "Alt+Esc",
      "Alt+Shift+Esc", "Alt+Tab", "Alt+Shift+Tab", "Alt+`", "Alt+Shift+`", "Alt+Space", "Alt+Del", "Alt+Ins",
      // screenshots and screencasts
      "Print", "Alt+Print", "Shift+Print", "Ctrl+Print", "Ctrl+Shift+Print", "Ctrl+Alt+Shift+R",
      // input methods: IBus, GTK
      "Ctrl+Shift+U", "Ctrl+Shift+E", "Ctrl+.", "Ctrl+;", "Ctrl+Space", "Shift+Space"};
  for (const char* const each : single) keys << QLatin1String(each);
  for (const char* const way : {"Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDown"})
    for (const char* const held : {"Ctrl+Alt+", "Ctrl+Alt+Shift+"})  // workspaces
      keys << QLatin1String(held) + QLatin1String(way);
  for (int number = 1; number <= 12; ++number)
    // menus and windows, workspaces of KDE and Xfce, text consoles
    for (const char* const held : {"Alt+F%1", "Ctrl+F%1", "Ctrl+Alt+F%1"})
      keys << QString::fromLatin1(held).arg(number);
  return keys;
}

}  // namespace

/// The window for users without a mouse, without sight, or without English.
class TestAccess : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<Application> m_app;

 private Q_SLOTS:
  void initTestCase() {
    qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
    log::start(log::Console::off);
    m_app = std::make_unique<Application>();
    fake::addKinds(m_app->bridge());
    m_app->show();
    QTRY_COMPARE(m_app->bridge().engineState(), EngineBridge::State::failed);
  }

  void cleanupTestCase() { m_app.reset(); }

  void everyFocusableWidgetHasAName() {
    m_app->bridge().submit({"fail", "Import", {}});
    QTRY_VERIFY(m_app->window()->messages().count() >= 1);
    QCOMPARE(unnamedWidgets(*m_app->window()).join(u'\n'), QString());
    const SettingsDialog settings(m_app->settings(), m_app->theme());
    QCOMPARE(unnamedWidgets(settings).join(u'\n'), QString());
    const AboutDialog about;
    QCOMPARE(unnamedWidgets(about).join(u'\n'), QString());
  }

  void theWalkFindsWhatHasNoName_data() {
    QTest::addColumn<QWidget*>("widget");
    QTest::newRow("line edit") << static_cast<QWidget*>(new QLineEdit);
    QTest::newRow("tool button") << static_cast<QWidget*>(new QToolButton);
    QTest::newRow("push button") << static_cast<QWidget*>(new QPushButton);
    QTest::newRow("table") << static_cast<QWidget*>(new QTreeView);
  }
  void theWalkFindsWhatHasNoName() {
    QFETCH(QWidget*, widget);
    QWidget parent;
    widget->setParent(&parent);
    QCOMPARE(unnamedWidgets(parent).size(), 1);
    widget->setAccessibleName(QStringLiteral("Name"));
    QCOMPARE(unnamedWidgets(parent).size(), 0);
  }

  void everyCommandIsComplete() {
    QSet<QString> ids;
    QMap<QString, QString> keys;
    QVERIFY(m_app->window()->actions().actions().size() > 20);
    for (const QAction* const action : m_app->window()->actions().actions()) {
      const QByteArray id = action->objectName().toUtf8();
      QVERIFY2(!ids.contains(action->objectName()), id);
      ids << action->objectName();
      QVERIFY2(!action->text().isEmpty() && !action->icon().isNull(), id);
      QVERIFY2(!action->whatsThis().isEmpty() && !action->toolTip().isEmpty(), id);
      QVERIFY2(!action->shortcut().isEmpty(), id);
      // Alt plus a letter belongs to the menus, whose letters differ by language.
      const QKeyCombination first = action->shortcut()[0];
      QVERIFY2(
          first.keyboardModifiers() != Qt::AltModifier || first.key() < Qt::Key_A || first.key() > Qt::Key_Z,
          id);
      // Shortcuts scoped to a widget may be reused in another.
      if (action->shortcutContext() == Qt::WidgetWithChildrenShortcut) continue;
      const QString key = action->shortcut().toString();
      QVERIFY2(!keys.contains(key), qPrintable(key + QLatin1Char(' ') + action->objectName() +
                                               QLatin1Char(' ') + keys.value(key)));
      keys.insert(key, action->objectName());
    }
  }

  void noCommandHasAKeyOfTheDesktop() {
    const QSet<QString> taken = keysOfDesktops();
    for (const QAction* const action : m_app->window()->actions().actions())
      for (const QKeySequence& keys : action->shortcuts())
        QVERIFY2(!taken.contains(keys.toString()),
                 qPrintable(action->objectName() + QLatin1Char(' ') + keys.toString()));
  }

  void everyMenuEntryIsACommand() {
    for (const QMenu* const menu : m_app->window()->findChildren<QMenu*>()) {
      for (const QAction* const action : menu->actions()) {
        if (action->isSeparator() || action->menu() != nullptr) continue;
        QVERIFY2(m_app->window()->actions().actions().contains(const_cast<QAction*>(action)),
                 qPrintable(action->text()));
      }
    }
  }

  void everyCommandIsInAMenu() {
    const QMap<QString, QString> elsewhere{
        {QStringLiteral("project.forget"), QStringLiteral("about one row: in that row's own menu")}};
    QSet<QString> inMenus;
    for (const QMenu* const menu : m_app->window()->menuBar()->findChildren<QMenu*>()) {
      for (const QAction* const action : menu->actions()) inMenus << action->objectName();
    }
    for (const QAction* const action : m_app->window()->actions().actions()) {
      const QString id = action->objectName();
      QVERIFY2(inMenus.contains(id) != elsewhere.contains(id), qPrintable(id));
    }
  }

  void translationsAreComplete_data() {
    QTest::addColumn<QString>("language");
    for (const char* const language : {"de", "zh_CN", "en"})
      QTest::newRow(language) << QString::fromLatin1(language);
  }
  void translationsAreComplete() {
    QFETCH(QString, language);
    const QString name = QStringLiteral("framewright_%1.ts").arg(language);
    const QString kept = QStringLiteral(FW_SOURCE_FOLDER "/translations/") + name;
    QTemporaryDir fresh;
    QVERIFY(QFile::copy(kept, fresh.filePath(name)));
    QProcess update;
    update.start(QStringLiteral(FW_CMAKE),
                 {QStringLiteral("-DLUPDATE=" FW_LUPDATE), QStringLiteral("-DSOURCE=" FW_SOURCE_FOLDER),
                  QStringLiteral("-DOUT=") + fresh.path(), QStringLiteral("-DLANGUAGES=") + language,
                  QStringLiteral("-P"), QStringLiteral(FW_SOURCE_FOLDER "/translations/update.cmake")});
    QVERIFY(update.waitForFinished(120000));
    QVERIFY2(update.exitCode() == 0, update.readAllStandardError());
    const auto messages = readTs(fresh.filePath(name));
    QVERIFY(!messages.empty());
    QStringList problems;
    for (const TsMessage& message : messages) {
      if (const QString problem = tsProblem(message); !problem.isEmpty())
        problems << QStringLiteral("[%1] “%2”: %3").arg(message.context, message.source, problem);
    }
    QVERIFY2(problems.isEmpty(),
             qPrintable(QStringLiteral("run the target update_translations and translate:\n") +
                        problems.join(QLatin1Char('\n'))));
    QVERIFY2(messages.size() == readTs(kept).size(),
             "sentences have gone: run the target update_translations");
  }

  void badTranslationsAreFound_data() {
    QTest::addColumn<TsMessage>("message");
    QTest::addColumn<bool>("right");
    QTest::newRow("right") << TsMessage{{}, "&File {name}", {"&Datei {name}"}, true} << true;
    QTest::newRow("unfinished") << TsMessage{{}, "File", {"Datei"}, false} << false;
    QTest::newRow("empty") << TsMessage{{}, "File", {""}, true} << false;
    QTest::newRow("placeholder lost") << TsMessage{{}, "{file} is gone", {"Die Datei fehlt"}, true} << false;
    QTest::newRow("number lost") << TsMessage{{}, "%1 of %2", {"%1 von %1"}, true} << false;
    QTest::newRow("accelerator lost") << TsMessage{{}, "&Quit", {"Beenden"}, true} << false;
    QTest::newRow("Chinese") << TsMessage{{}, "Jobs, queued", {QStringLiteral("任务，排队中")}, true} << true;
    QTest::newRow("half-width mark") << TsMessage{{}, "Jobs, queued", {QStringLiteral("任务, 排队中")}, true}
                                     << false;
    QTest::newRow("one plural empty") << TsMessage{{}, "%n jobs", {"ein Auftrag", ""}, true} << false;
  }
  void badTranslationsAreFound() {
    QFETCH(TsMessage, message);
    QFETCH(bool, right);
    QCOMPARE(tsProblem(message).isEmpty(), right);
  }
};

QTEST_MAIN(TestAccess)
#include "test_access.moc"
