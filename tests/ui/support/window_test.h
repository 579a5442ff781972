// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDir>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "base/json_text.h"
#include "base/log.h"
#include "project/kept_jobs.h"
#include "ui/shell/application.h"
#include "ui/state/file_path.h"
#include "ui/support/answer.h"
#include "ui/support/fake_jobs.h"

namespace fw::ui {

/// A test of the whole window: in its own folder, with jobs controlled by the test instead of the engine's,
/// and isolated from the tester's desktop.
class WindowTest : public QObject {
 protected:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Application> m_app;
  std::shared_ptr<fake::Gate> m_gate;

  /// Call once, before all tests.
  static void isolate() {
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
    qputenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent");
    log::start(log::Console::off);
  }
  /// Creates a new folder, also for settings and caches.
  void makeFolder() {
    m_app.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    for (const char* const place : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
      qputenv(place, m_folder->path().toUtf8());
    Settings().setLanguage(QStringLiteral("en"));
  }
  /// Reopens the window with the same folder.
  void restart() {
    m_app.reset();
    m_app = std::make_unique<Application>();
    m_gate = fake::addKinds(m_app->bridge());
    m_app->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_app->window()));
  }

  /// As a window manager would, for tests that send keys.
  void activate() {
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
  }
  /// Sends a key to the focused widget, as from the desktop. Without a window manager no window is active
  /// after a dialog has closed, and keys would be lost.
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    if (QApplication::activeWindow() == nullptr) activate();
    QTest::keyClick(window().windowHandle(), key, modifiers);
  }
  void type(const QString& text) {
    if (QApplication::activeWindow() == nullptr) activate();
    for (const QChar letter : text) QTest::keyClick(window().windowHandle(), letter.toLatin1());
  }

  MainWindow& window() { return *m_app->window(); }
  template <typename PageType>
  PageType& pageOf() {
    return *window().findChild<PageType*>();
  }
  QAction* action(const char* id) { return window().actions().action(QLatin1String(id)); }
  /// The visible one of that name.
  QPushButton* button(const QString& name) {
    for (auto* const button : window().findChildren<QPushButton*>())
      if (button->isVisible() && button->accessibleName() == name) return button;
    return nullptr;
  }
  QPushButton* buttonOf(const char* command) { return button(action(command)->iconText()); }
  /// All jobs in the queue files, of this window and earlier ones.
  std::vector<project::KeptJob> keptJobs() const {
    const QDir folder(path(QStringLiteral("framewright/queue")));
    std::vector<project::KeptJob> all;
    for (const QString& file : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
      for (const auto& job : read_json(toPath(folder.filePath(file)))) all.push_back(job);
    return all;
  }
  QString path(const QString& name) const { return m_folder->filePath(name); }
  /// An invalid value while the job is not listed yet.
  engine_api::JobState stateOf(engine_api::JobId id) {
    const JobRow* const job = m_app->jobs().job(id);
    return job != nullptr ? job->state : engine_api::JobState{};
  }

  /// A dialog in its current state, in light and dark.
  void keepPictureOf(QWidget& dialog, const QString& name) {
    if (!qEnvironmentVariableIsSet("FW_TEST_PICTURES")) return;
    for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
      m_app->theme().setMode(mode);
      QTest::qWait(200);
      dialog.grab().save(QStringLiteral("%1/%2-%3.png")
                             .arg(qEnvironmentVariable("FW_TEST_PICTURES"), name,
                                  QLatin1String(mode == ThemeMode::light ? "light" : "dark")));
    }
  }
  /// For viewing: FW_TEST_PICTURES names a folder. In light and dark, in the sizes of a laptop and a desktop.
  void keepPicture(const QString& name) {
    if (!qEnvironmentVariableIsSet("FW_TEST_PICTURES")) return;
    for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
      m_app->theme().setMode(mode);
      for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        window().resize(size);
        QTest::qWait(200);
        window().grab().save(QStringLiteral("%1/%2-%3-%4.png")
                                 .arg(qEnvironmentVariable("FW_TEST_PICTURES"), name,
                                      QLatin1String(mode == ThemeMode::light ? "light" : "dark"))
                                 .arg(size.width()));
      }
    }
  }
};

}  // namespace fw::ui
