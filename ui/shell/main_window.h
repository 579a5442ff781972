// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <functional>
#include <vector>

#include "engine_api/commands.h"
#include "ui/shell/services.h"
#include "ui/state/navigator.h"
#include "ui/state/worker.h"
#include "ui/widgets/action_registry.h"

class QDialog;
class QStackedWidget;

namespace fw::ui {

class CommandPalette;
class GuideWindow;
class JobDock;
class LogDock;
class MessageBar;
class NavigationRail;
class Page;
class StartPage;
struct JobRow;

/// The main window: the page next to the rail, jobs and log as docks, messages above the page. It owns no
/// work, so it can be rebuilt (for another language) while a job runs. GUI thread only.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  static constexpr int layoutVersion = 2;  ///< increment when docks are added or renamed

  explicit MainWindow(const Services& services, QWidget* parent = nullptr);

  const ActionRegistry& actions() const { return m_actions; }
  MessageBar& messages() const { return *m_messages; }
  JobDock& jobDock() const { return *m_jobDock; }
  LogDock& logDock() const { return *m_logDock; }
  /// In rail order.
  const std::vector<Page*>& pages() const { return m_pages; }
  /// Index of a page in the rail, from 0; -1: not there.
  int placeOf(PageId page) const;
  void showPage(PageId page);
  /// Null until first requested.
  GuideWindow* guide() const { return m_guide; }
  /// Current page, tabs and selections. On restoring, items that no longer exist are ignored.
  QVariantMap place() const;
  void setPlace(const QVariantMap& place);
  /// Saves pending input.
  void keep();
  /// Takes over everything the user sees or has typed in another window, which is about to close.
  void takeOver(const MainWindow& other);
  void saveLayout();
  /// Without asking: the running job writes a checkpoint if it can, then the window closes.
  void saveAndClose();

 Q_SIGNALS:
  /// The window was painted for the first time.
  void painted();
  void languageChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void makeDocks();
  void makePages();
  void addPage(PageId id, Page* page);
  void makeApplicationActions();
  void makeViewActions();
  void makeHelpActions();
  void makeMenus();
  void connectMessages();
  void restoreLayout();
  void fitDocks();
  void unstackDocks();
  void shareDocks();
  void resetLayout();
  void enterPage();
  void focusPage();
  Q_INVOKABLE void showGuide(const QString& page);
  QString guidePageHere() const;
  void addHelpTo(QDialog& dialog);
  void showEngineState();
  void showProject();
  void showGone();
  void showEnded(const JobRow& job);
  std::function<void(const Fault& fault)> tellOfProject();
  void offerUnfinished();
  void showQueue();
  void switchTheme();
  bool askToClose();
  void closeOnceSaved();
  void beginProject(const QString& folder);

  Services m_services;
  ActionRegistry m_actions;
  MessageBar* m_messages;
  NavigationRail* m_rail;
  QStackedWidget* m_stack;
  std::vector<Page*> m_pages;
  std::vector<PageId> m_pageIds;  // parallel to m_pages
  StartPage* m_start = nullptr;
  JobDock* m_jobDock = nullptr;
  LogDock* m_logDock = nullptr;
  bool m_areDocksStacked = false;  // because the window is narrow
  CommandPalette* m_palette;
  GuideWindow* m_guide = nullptr;
  QByteArray m_originalState;
  bool m_wasPainted = false;
  bool m_hadQueue = false;
  bool m_waits = false;                 // whether the running job waits
  bool m_isTab = false;                 // whether the current key is Tab
  bool m_isByKey = false;               // the user's last input was a key
  bool m_isEnding = false;              // close without asking
  engine_api::JobId m_closesAfter = 0;  // the window closes when this job has saved; 0: no such job
  Worker m_disk;                        // last: destroyed before everything else
};

}  // namespace fw::ui
