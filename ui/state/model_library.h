// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <map>
#include <vector>

#include "engine_api/commands.h"
#include "engine_api/requests.h"
#include "model_files/find_models.h"
#include "ui/state/worker.h"

namespace fw::ui {

class EngineBridge;
class JobListModel;
struct JobRow;
class RunListModel;
class Settings;

/// A searched folder and its origin.
struct LibraryFolder {
  enum class Origin { named, run, model, sample };  ///< `model`: trained on by a run of the project
  QString path;                                     ///< absolute
  Origin origin = Origin::named;
  bool isKnown = false;  ///< it was searched at least once
  model_files::FoundFiles found;
};

/// A model folder, according to its files or to the engine's check.
struct LibraryModel {
  QString path;
  QString name;
  model_files::ModelReport report;
  bool isChecked = false;           ///< the engine compared all names and shapes
  engine_api::JobId checkedBy = 0;  ///< the job checking it now
};

/// A LoRA file, or an unreadable file.
struct LibraryLora {
  QString path;
  QString name;
  model_files::FoundLora found;
  bool isChecked = false;     ///< the engine checked its values
  std::vector<Fault> faults;  ///< found by the check
  engine_api::JobId checkedBy = 0;

  /// The name, with the step for a run's checkpoint: unique if several of a run are listed.
  QString title() const;
};

/// Models and LoRAs in the folders that the user added, in the open project's runs, in the folders of the
/// models they were trained on, and the sample model. A worker searches the folders one by one. GUI thread
/// only.
class ModelLibrary : public QObject {
  Q_OBJECT
 public:
  explicit ModelLibrary(EngineBridge& bridge, JobListModel& jobs, RunListModel& runs, Settings& settings,
                        QObject* parent = nullptr);

  const std::vector<LibraryFolder>& folders() const { return m_folders; }
  const std::vector<LibraryModel>& models() const { return m_models; }
  const std::vector<LibraryLora>& loras() const { return m_loras; }
  /// Null when there is none; valid until the next signal.
  const LibraryModel* model(const QString& path) const;
  const LibraryLora* lora(const QString& path) const;
  /// The model that a LoRA was trained on, if it is known and in the library.
  const LibraryModel* baseOf(const LibraryLora& lora) const;
  /// Models whose transformer has the LoRA's shapes, beginning with the one it was trained on.
  std::vector<const LibraryModel*> modelsFor(const LibraryLora& lora) const;
  /// Models that fit all of these LoRAs.
  std::vector<const LibraryModel*> modelsForAll(const std::vector<const LibraryLora*>& loras) const;

  /// Searches all folders again.
  void look();
  bool isLooking() const { return m_waiting > 0; }

  /// Adds folders, or files in them; shows hidden entries below them again.
  void add(const QStringList& paths);
  /// Hides a folder, model or LoRA; nothing changes on disk.
  void remove(const QString& path);
  int hiddenCount() const { return m_hiddenCount; }
  void showHidden();
  /// Renames a LoRA file within its folder: renamed() follows, or failed() if the name is taken or invalid.
  void rename(const QString& path, const QString& name);

  /// Starts an engine job that checks a model's names and shapes, or a LoRA's values.
  void check(const QString& path);
  /// Writes a LoRA in another key format.
  void exportLora(const engine_api::LoraRequest& request, const QString& name);

 Q_SIGNALS:
  void changed();
  /// Paths; the new one is not listed yet.
  void renamed(const QString& from, const QString& to);
  void failed(const fw::Fault& fault);

 private:
  void listFolders();
  void lookThrough(const QString& folder);
  void take(const QString& folder, model_files::FoundFiles found);
  void rebuild();
  void tellApart();
  void takeResult(const JobRow& job);

  EngineBridge& m_bridge;
  RunListModel& m_runs;
  Settings& m_settings;
  std::vector<LibraryFolder> m_folders;
  std::vector<LibraryModel> m_models;
  std::vector<LibraryLora> m_loras;
  int m_waiting = 0;  // folders being searched
  int m_hiddenCount = 0;
  std::map<engine_api::JobId, QString> m_checks;  // the path that each job checks
  std::map<QString, model_files::ModelReport> m_modelChecks;
  std::map<QString, std::vector<Fault>> m_loraChecks;
  Worker m_renamer;  // a new search drops the waiting tasks of m_worker
  Worker m_worker;   // last: destroyed first
};

/// Folder of the sample model.
QString sampleModelFolder();

}  // namespace fw::ui
