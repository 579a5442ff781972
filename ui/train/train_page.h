// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <optional>

#include "run/preset.h"
#include "ui/run_settings/run_draft.h"
#include "ui/state/worker.h"
#include "ui/train/run_check.h"
#include "ui/train/run_launcher.h"
#include "ui/train/settings_form.h"
#include "ui/widgets/page.h"

class QAction;
class QTabWidget;

namespace fw::ui {

class ActionRegistry;
class CacheSizeLabel;
class CheckCard;
class EngineBridge;
class JobListModel;
class ModelCard;
class Navigator;
class PlanCard;
class OwnPresets;
class PresetList;
class ProcessChoice;
class ProjectSession;
class RunFileView;
class RunListModel;
class RunsView;
class SettingHelp;
class Settings;
class TrainHead;

/// Sets up training: model and dataset, presets, and every setting as a form or run file; then queues the
/// run. GUI thread only.
class TrainPage : public Page {
  Q_OBJECT
 public:
  TrainPage(EngineBridge& bridge, JobListModel& jobs, ProjectSession& session, RunListModel& runs,
            Settings& settings, Navigator& navigator, ActionRegistry& actions, QWidget* parent = nullptr);
  /// Saves pending input.
  ~TrainPage() override;

  RunDraft& draft() { return m_draft; }
  const RunCheck& check() const { return m_check; }
  SettingsForm& form() { return *m_form; }
  RunFileView& fileView() { return *m_fileView; }
  PresetList& presets() { return *m_presets; }
  PlanCard& plan() { return *m_plan; }
  RunsView& runs() { return *m_runs; }
  QTabWidget& tabs() { return *m_tabs; }
  ProcessChoice& processes() { return *m_processes; }
  /// The sentence next to Start.
  QString status() const;
  void keep() override;
  void takeOver(const Page& other) override;
  /// Buckets may have changed on another page.
  void lookAgain();

 Q_SIGNALS:
  /// Replaces the project's.
  void bucketsRequested(const std::vector<fw::catalog::Bucket>& buckets);
  /// The project's run file names another model.
  void modelChanged();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void makeActions(ActionRegistry& actions);
  QWidget* makeColumns();
  void openProject();
  void begin(const std::filesystem::path& file, const std::string& text);
  void write();
  void save();
  void choose(std::string_view key, const QString& path);
  void set(std::string_view key, const QString& path);
  void tellModel();
  void takeSettings(const QString& runFolder, bool fromWeights);
  std::string withPreset(const std::string& text, const run::Preset& preset) const;
  run::RunFile runWith(const run::Preset& preset) const;
  void usePreset(const run::Preset& preset);
  void followPreset();
  std::vector<catalog::Bucket> bucketsToUse() const;
  void offerBuckets();
  void showChanges(const run::Preset& preset, const QString& name);
  void takeModel();
  void launch(RunLauncher::Place place);
  void startChecked(const std::function<void()>& start);
  void sweep();
  std::vector<Fault> faults() const;
  void goToFirst(const std::vector<Fault>& faults);
  void goToSetting(const std::string& key);
  void reveal(QWidget* editor);
  void update();
  void updatePresets();
  void updateCommands();
  void updateAdvice();
  void say(const Fault& fault);

  EngineBridge& m_bridge;
  ProjectSession& m_session;
  RunListModel& m_runList;
  Settings& m_settings;
  Navigator& m_navigator;
  RunDraft m_draft;
  RunCheck m_check;
  RunLauncher m_launcher;
  std::map<std::string, QString, std::less<>> m_wanted;  // by setting; waiting for the project's run file
  std::function<void()> m_awaited;                       // starts a run once the latest input is checked
  bool m_isStartTried = false;   // then missing values are also reported at their field
  catalog::ModelSource m_taken;  // the model whose family and task the draft has
  catalog::ModelSource m_told;   // as last reported by modelChanged()
  QString m_said;                // shown instead of the draft's status, until it changes
  bool m_isFault = false;
  QTimer m_saving;

  QAction* m_start = nullptr;
  QAction* m_enqueue = nullptr;
  QAction* m_sweep = nullptr;
  QAction* m_undo = nullptr;
  QAction* m_redo = nullptr;
  QAction* m_savePreset = nullptr;
  QAction* m_fit = nullptr;
  QAction* m_useBuckets = nullptr;
  QAction* m_updateDataset = nullptr;
  QAction* m_search = nullptr;
  QWidget* m_empty = nullptr;
  QWidget* m_work = nullptr;
  TrainHead* m_head = nullptr;
  ProcessChoice* m_processes = nullptr;
  QTabWidget* m_tabs = nullptr;
  ModelCard* m_model = nullptr;
  PresetList* m_presets = nullptr;
  OwnPresets* m_own = nullptr;
  SettingsForm* m_form = nullptr;
  CacheSizeLabel* m_cacheSize = nullptr;
  RunFileView* m_fileView = nullptr;
  CheckCard* m_checks = nullptr;
  PlanCard* m_plan = nullptr;
  RunsView* m_runs = nullptr;
  SettingHelp* m_help = nullptr;
  Worker m_files;  // last: destroyed first
};

}  // namespace fw::ui
