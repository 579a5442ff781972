// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/page.h"
#include "workflow/dataset_jobs.h"

class QAction;
class QLabel;
class QStackedWidget;

namespace fw::ui {

class ActionRegistry;
class BucketPanel;
class BucketPlanner;
class CaptionBench;
class CaptionEditor;
class ClipBrowser;
class ClipPanel;
class ClipStore;
class CommandRow;
class EngineBridge;
class JobListModel;
struct JobRow;
class EncodingRow;
class MessageBar;
class Navigator;
class RowFaultCard;

/// The project's clips: importing, viewing and fixing them, and what a model will see of them. GUI thread
/// only.
class DatasetPage : public Page {
  Q_OBJECT
 public:
  DatasetPage(EngineBridge& bridge, JobListModel& jobs, ClipStore& store, Navigator& navigator,
              ActionRegistry& actions, QWidget* parent = nullptr);

  ClipBrowser* browser() const { return m_browser; }
  ClipPanel* panel() const { return m_panel; }
  BucketPanel* buckets() const { return m_buckets; }
  BucketPlanner* planner() const { return m_planner; }
  CaptionEditor* caption() const;
  RowFaultCard* faults() const { return m_faults; }
  EncodingRow* encoding() const { return m_encoding; }
  QVariantMap place() const override;
  void setPlace(const QVariantMap& place) override;
  /// Queues an import of files, folders and lists.
  void importPaths(const QStringList& paths);

 Q_SIGNALS:
  void showInLogRequested(const fw::Fault& fault);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void makeCommands(ActionRegistry& actions);
  QWidget* makeWork(JobListModel& jobs, ActionRegistry& actions);
  QWidget* makeHealth();
  void makeMenu(ActionRegistry& actions);
  void chooseModel();
  void chooseFiles();
  void chooseFolder();
  void importDataset();
  void exportClips();
  void relink();
  void showHealth();
  void dismissProblems(const std::vector<interchange::RowFault>& rows);
  void showFaults(const QString& summary, const std::vector<interchange::RowFault>& faults);
  void showProblems(const std::optional<project::ImportReport>& report, const QString& summary = {});
  void submitImport(const QString& name, workflow::ImportRequest request);
  void showState();
  void showPlan();
  void showHistory();
  void showJobEnd(const JobRow& job);

  EngineBridge& m_bridge;
  ClipStore& m_store;
  Navigator& m_navigator;
  ClipBrowser* m_browser = nullptr;
  BucketPlanner* m_planner;
  ClipPanel* m_panel = nullptr;
  BucketPanel* m_buckets = nullptr;
  CaptionBench* m_captions = nullptr;
  EncodingRow* m_encoding = nullptr;
  RowFaultCard* m_faults;
  MessageBar* m_messages;
  CommandRow* m_adding;
  QStackedWidget* m_states;  // no project, no clips, clips
  QList<QAction*> m_wantProject;
  QList<QAction*> m_wantEdits;
  QAction* m_addFiles = nullptr;
  QAction* m_addFolder = nullptr;
  QAction* m_import = nullptr;
  QAction* m_export = nullptr;
  QAction* m_relink = nullptr;
  QAction* m_duplicates = nullptr;
  QAction* m_scan = nullptr;
  QAction* m_problems = nullptr;
  QAction* m_train = nullptr;
  QAction* m_undo = nullptr;
  QAction* m_redo = nullptr;
  bool m_hasProblems = false;  // imports rejected something
  qint64 m_missing = -1;       // clips with a missing file at the last check
};

}  // namespace fw::ui
