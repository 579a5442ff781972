// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>
#include <QTest>

#include "ui/shell/application.h"
#include "ui/shell/settings_dialog.h"

namespace fw::ui {

/// For looking at: every page with each of its tabs, and the settings, in each language, in light and dark,
/// at the sizes of a small screen, a laptop and a desk. With QT_SCALE_FACTOR=2 each has four times the
/// pixels.
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
        for (const QSize size : {QSize(1024, 768), QSize(1280, 800), QSize(1920, 1080)}) {
          m_app.window()->resize(size);
          keepPages(QStringLiteral("%1-%2-%3")
                        .arg(language, QLatin1String(mode == ThemeMode::light ? "light" : "dark"))
                        .arg(size.width()));
        }
        Settings settings;
        SettingsDialog dialog(settings, m_app.theme());
        dialog.show();
        save(dialog, QStringLiteral("settings"), language + QString::number(static_cast<int>(mode)));
      }
    }
  }

 private:
  void keepPages(const QString& look) {
    for (size_t place = 0; place < m_app.window()->pages().size(); ++place) {
      Page* const page = m_app.window()->pages()[place];
      m_app.window()->showPage(static_cast<PageId>(place));
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
