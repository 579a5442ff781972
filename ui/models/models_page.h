// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "ui/state/model_library.h"
#include "ui/widgets/page.h"

class QAction;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QStandardItemModel;
class QTabWidget;

namespace fw::ui {

class ActionRegistry;
class EmptyState;
class EngineBridge;
class FlatTable;
class JobListModel;
class LibraryDetails;
class LibraryFilter;
class MessageBar;
class Navigator;
class ProjectSession;
class RunListModel;
class Settings;

/// The available model folders and LoRA files: their contents, their state, and their commands. Folders are
/// added by dialog or drag and drop. GUI thread only.
class ModelsPage : public Page {
  Q_OBJECT
 public:
  enum Tab { ModelsTab, LorasTab, FoldersTab, TabCount };

  ModelsPage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, RunListModel& runs,
             Settings& settings, Navigator& navigator, ActionRegistry& actions, QWidget* parent = nullptr);

  ModelLibrary& library() { return m_library; }
  FlatTable* table(Tab tab) const { return m_views[tab].table; }
  QTabWidget* tabs() const { return m_tabs; }
  LibraryDetails* details() const { return m_details; }
  QLineEdit* filter() const { return m_filter; }
  EmptyState* empty() const { return m_empty; }
  MessageBar* messages() const { return m_messages; }
  bool isEmpty() const;
  /// Selects a model, LoRA or folder.
  void choose(Tab tab, const QString& path);
  QVariantMap place() const override;
  void setPlace(const QVariantMap& place) override;

 Q_SIGNALS:
  void showInLogRequested(const fw::Fault& fault);

 protected:
  void showEvent(QShowEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct View {
    QStandardItemModel* rows = nullptr;
    LibraryFilter* filter = nullptr;
    FlatTable* table = nullptr;
    QString chosen;        // path; the selection survives a rebuild of the rows
    QString wanted;        // selected instead, once it is listed
    QStringList selected;  // paths, if several; includes `chosen`
  };

  /// Selection and scroll position of a list that is rebuilt.
  struct Place {
    QString chosen;  // path
    QString top;     // path of the first visible row
    int left = 0;
  };
  static Place placeOf(const View& view);

  void makeActions(ActionRegistry& actions);
  void makeChoiceActions(ActionRegistry& actions);
  void makeFileActions(ActionRegistry& actions);
  /// @param columns  titles and widths; negative widths are for numbers
  void makeView(Tab tab, const QString& name, const QString& emptyText,
                const std::vector<std::pair<QString, int>>& columns);
  QWidget* makeBody();
  QWidget* makeHead();
  Tab currentTab() const;
  /// The commands for an entry of that kind.
  QList<QAction*> commandsOf(Tab tab) const;
  const LibraryModel* chosenModel() const;
  const LibraryLora* chosenLora() const;
  /// All selected LoRAs, in list order.
  std::vector<const LibraryLora*> chosenLoras() const;
  QStringList chosenPaths() const;
  void chooseFolder();
  void downloadModel();
  void lookWhenRunsChange();
  void lookIfStale();
  void showLibrary();
  void showChoice();
  void showSelection(View& view);
  void showDetails();
  void updateCommands();
  void generate();
  /// Default location for files made from it.
  QString folderFor(const LibraryLora& lora) const;
  void exportLora();
  void mergeLoras();
  void renameLora();

  EngineBridge& m_bridge;
  ProjectSession& m_session;
  RunListModel& m_runs;
  Settings& m_settings;
  Navigator& m_navigator;
  ModelLibrary m_library;
  std::array<View, TabCount> m_views;
  bool m_isStale = true;  // reread when it becomes visible
  QStringList m_runStates;

  QAction* m_add = nullptr;
  QAction* m_download = nullptr;
  QAction* m_refresh = nullptr;
  QAction* m_search = nullptr;
  QAction* m_showRemoved = nullptr;
  QAction* m_train = nullptr;
  QAction* m_generate = nullptr;
  QAction* m_check = nullptr;
  QAction* m_export = nullptr;
  QAction* m_merge = nullptr;
  QAction* m_rename = nullptr;
  QAction* m_reveal = nullptr;
  QAction* m_remove = nullptr;
  MessageBar* m_messages;
  QStackedWidget* m_states;
  EmptyState* m_empty = nullptr;
  QLineEdit* m_filter = nullptr;
  QLabel* m_summary = nullptr;
  QTabWidget* m_tabs = nullptr;
  LibraryDetails* m_details = nullptr;
  QList<std::pair<QAction*, QWidget*>> m_buttons;  // visible when they apply
  bool m_isFilling = false;
};

}  // namespace fw::ui
