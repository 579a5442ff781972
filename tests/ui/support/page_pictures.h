// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>
#include <QTabWidget>
#include <QTest>

#include "ui/dataset/clip_browser.h"
#include "ui/dataset/dataset_page.h"
#include "ui/shell/application.h"
#include "ui/shell/job_dock.h"
#include "ui/shell/log_dock.h"
#include "ui/support/dialog_walk.h"

namespace fw::ui {

/// For viewing: every page with each of its tabs, docks, the palette and the dialogs of all commands, in each
/// language, in light and dark; pages in the sizes of the smallest screen (a laptop's at a scale of 2), a
/// small one, a laptop's and a desktop's. QT_SCALE_FACTOR=2 gives four times the pixels.
class PagePictures {
 public:
  PagePictures(Application& app, QString folder) : m_app(app), m_folder(std::move(folder)) {}

  void keep() {
    for (const QString& language : {QStringLiteral("en"), QStringLiteral("de"), QStringLiteral("zh_CN")}) {
      Settings().setLanguage(language);
      Q_EMIT m_app.window()->languageChanged();
      QTest::qWait(500);
      for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
        m_app.theme().setMode(mode);
        const QString look = language + QLatin1String(mode == ThemeMode::light ? "-light" : "-dark");
        for (const QSize size : {QSize(640, 400), QSize(1920, 1080), QSize(1024, 768), QSize(1280, 800)}) {
          m_app.window()->resize(size);
          keepPages(QStringLiteral("%1-%2").arg(look).arg(size.width()));
        }
        keepOverPages(look);
        keepDialogs(look);
      }
    }
  }

 private:
  QAction& command(const char* id) { return *m_app.window()->actions().action(QLatin1String(id)); }
  /// Anything over or next to a page.
  void keepOverPages(const QString& look) {
    MainWindow& window = *m_app.window();
    window.showPage(PageId::dataset);
    command("clip.crop").trigger();
    save(window, QStringLiteral("crop"), look);
    command("clip.crop").trigger();
    command("app.palette").trigger();
    save(window, QStringLiteral("palette"), look);
    QTest::keyClick(window.windowHandle(), Qt::Key_Escape);
    window.jobDock().show();
    window.logDock().show();
    save(window, QStringLiteral("docks"), look);
    window.jobDock().hide();
    window.logDock().hide();
  }
  void keepDialogs(const QString& look) {
    std::set<QString> opened;
    for (size_t place = 0; place < m_app.window()->pages().size(); ++place) {
      m_app.window()->showPage(static_cast<PageId>(place));
      QTest::qWait(300);
      walkDialogs(m_app.window()->actions().actions(), opened, [&](const QAction& command, QWidget& dialog) {
        if (qobject_cast<QFileDialog*>(&dialog) == nullptr) save(dialog, command.objectName(), look);
      });
    }
  }
  void keepPages(const QString& look) {
    for (size_t place = 0; place < m_app.window()->pages().size(); ++place) {
      Page* const page = m_app.window()->pages()[place];
      m_app.window()->showPage(static_cast<PageId>(place));
      if (const auto* const dataset = qobject_cast<DatasetPage*>(page))
        dataset->browser()->showClip(dataset->browser()->model()->idAt(0));
      const QString name = QLatin1String(page->iconName());
      const QList<QTabWidget*> tabs = page->findChildren<QTabWidget*>();
      if (tabs.isEmpty()) save(*m_app.window(), name, look);
      for (QTabWidget* const each : tabs) {
        for (int tab = 0; tab < each->count(); ++tab) {
          each->setCurrentIndex(tab);
          save(*m_app.window(), QStringLiteral("%1%2").arg(name).arg(tab), look);
        }
        each->setCurrentIndex(0);
      }
    }
  }
  void save(QWidget& widget, const QString& name, const QString& look) {
    QTest::qWait(300);
    widget.grab().save(QStringLiteral("%1/%2-%3.png").arg(m_folder, name, look));
  }

  Application& m_app;
  const QString m_folder;
};

}  // namespace fw::ui
