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

/// A folder that is looked through, and why.
struct LibraryFolder {
  enum class Origin { named, run, model, sample };  ///< `model`: that runs of the project were trained on
  QString path;                                     ///< absolute
  Origin origin = Origin::named;
  bool isKnown = false;  ///< it was looked through at least once
  model_files::FoundFiles found;
};

/// A model folder, as its files tell it, or as the engine found it.
struct LibraryModel {
  QString path;
  QString name;
  model_files::ModelReport report;
  bool isChecked = false;           ///< the engine compared all names and shapes
  engine_api::JobId checkedBy = 0;  ///< the job that does it now
};

/// A LoRA file, or a file that cannot be read.
struct LibraryLora {
  QString path;
  QString name;
  model_files::FoundLora found;
  bool isChecked = false;     ///< the engine looked at its numbers
  std::vector<Fault> faults;  ///< that it found
  engine_api::JobId checkedBy = 0;

  /// The name, and of a run's checkpoint its step: unique where several of a run are listed.
  QString title() const;
};

/// The models and LoRAs in the folders that the user named, in the open project's runs, in the folders of the
/// models that these were trained on, and the sample model. Folders are looked through on a worker, one after
/// the other. GUI thread only.
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
  /// The folder of the model that a LoRA was made for, if that is known and it is in the library.
  const LibraryModel* baseOf(const LibraryLora& lora) const;
  /// Models whose transformer has the LoRA's shapes; the one that it was made for first.
  std::vector<const LibraryModel*> modelsFor(const LibraryLora& lora) const;
  /// Models that all of these fit.
  std::vector<const LibraryModel*> modelsForAll(const std::vector<const LibraryLora*>& loras) const;

  /// Looks through all folders again.
  void look();
  bool isLooking() const { return m_waiting > 0; }

  /// Folders, or files in them: what was taken off the list under one of them is shown again.
  void add(const QStringList& paths);
  /// Takes a folder, a model or a LoRA off the list; nothing on the disk changes.
  void remove(const QString& path);
  int hiddenCount() const { return m_hiddenCount; }
  void showHidden();
  /// A LoRA file under another name in its folder: renamed() follows, or failed() when that is taken or
  /// cannot be.
  void rename(const QString& path, const QString& name);

  /// Jobs of the engine: the names and shapes of a model; the numbers of a LoRA.
  void check(const QString& path);
  /// Writes a LoRA under the keys of another format.
  void exportLora(const engine_api::LoraRequest& request, const QString& name);

 Q_SIGNALS:
  void changed();
  /// Paths. It is not listed yet.
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
  int m_waiting = 0;  // folders that are being looked through
  int m_hiddenCount = 0;
  std::map<engine_api::JobId, QString> m_checks;  // what each job checks
  std::map<QString, model_files::ModelReport> m_modelChecks;
  std::map<QString, std::vector<Fault>> m_loraChecks;
  Worker m_renamer;  // looking again forgets what the other one has not begun
  Worker m_worker;   // last: these end before all else
};

/// Where the sample model is.
QString sampleModelFolder();

}  // namespace fw::ui
