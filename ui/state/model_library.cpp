// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/model_library.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>

#include "base/file_tree.h"
#include "engine_api/results.h"
#include "quickstart/project.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/file_path.h"
#include "ui/state/job_list_model.h"
#include "ui/state/project_session.h"
#include "ui/state/run_commands.h"
#include "ui/state/run_list_model.h"
#include "ui/state/settings.h"
#include "workflow/download_jobs.h"

namespace fw::ui {

namespace {

/// Paths as in Settings, for comparison.
QString cleanText(const std::filesystem::path& path) {
  return QDir::cleanPath(toText(path));
}

bool isUnder(const QString& path, const QString& folder) {
  return path == folder || path.startsWith(folder + QLatin1Char('/'));
}

/// Most programs give all LoRAs the same name: add folder or run to tell them apart.
QString nameOf(const model_files::FoundLora& lora) {
  if (!lora.run.empty()) {
    QString name = cleanText(lora.run.filename());
    if (lora.file.parent_path().filename() == "result") name = ModelLibrary::tr("%1, result").arg(name);
    if (lora.file.parent_path().filename() == "ema") name = ModelLibrary::tr("%1, averaged").arg(name);
    return name;
  }
  const QFileInfo file(cleanText(lora.file));
  const bool isUsual = file.completeBaseName() == QLatin1String("pytorch_lora_weights");
  return isUsual ? file.dir().dirName() : file.completeBaseName();
}

}  // namespace

QString sampleModelFolder() {
  return toText(quickstart::quickstart_model_folder());
}

ModelLibrary::ModelLibrary(EngineBridge& bridge, JobListModel& jobs, RunListModel& runs, Settings& settings,
                           QObject* parent)
    : QObject(parent), m_bridge(bridge), m_runs(runs), m_settings(settings) {
  for (const Worker* const worker : {&m_worker, &m_renamer})
    connect(worker, &Worker::failed, this, &ModelLibrary::failed);
  connect(&jobs, &JobListModel::jobEnded, this, &ModelLibrary::takeResult);
  listFolders();
}

void ModelLibrary::listFolders() {
  std::vector<LibraryFolder> folders;
  const auto offer = [&](const QString& path, LibraryFolder::Origin origin) {
    const QString clean = QDir::cleanPath(path);
    if (path.isEmpty() || std::ranges::find(folders, clean, &LibraryFolder::path) != folders.end()) return;
    const auto known = std::ranges::find(m_folders, clean, &LibraryFolder::path);
    folders.push_back(known != m_folders.end() ? *known : LibraryFolder{clean, origin, false, {}});
    folders.back().origin = origin;
  };
  using Origin = LibraryFolder::Origin;
  for (const QString& folder : m_settings.modelFolders()) offer(folder, Origin::named);
  for (const RunRow& run : m_runs.runs()) offer(run.folder, Origin::run);
  if (QFileInfo::exists(sampleModelFolder())) offer(sampleModelFolder(), Origin::sample);
  // Models that runs were trained on, and the last one, unless in another folder of the list.
  QStringList used{m_settings.lastModelFolder()};
  for (const LibraryFolder& folder : folders) {
    for (const model_files::FoundLora& lora : folder.found.loras)
      if (!lora.base.empty()) used << cleanText(lora.base);
  }
  for (const QString& model : used) {
    const bool isHeld = std::ranges::any_of(folders, [&](const LibraryFolder& folder) {
      return folder.origin != Origin::run && isUnder(QDir::cleanPath(model), folder.path);
    });
    if (!isHeld) offer(model, Origin::model);
  }
  m_folders = std::move(folders);
}

void ModelLibrary::look() {
  m_worker.clear();
  m_waiting = 0;
  listFolders();
  for (const LibraryFolder& folder : m_folders) lookThrough(folder.path);
  rebuild();
}

void ModelLibrary::lookThrough(const QString& folder) {
  ++m_waiting;
  m_worker.run(
      [path = toPath(folder)](const std::stop_token& stop) { return model_files::find_models(path, stop); },
      [this, folder](model_files::FoundFiles found) {
        --m_waiting;
        take(folder, std::move(found));
      });
}

void ModelLibrary::take(const QString& path, model_files::FoundFiles found) {
  const auto folder = std::ranges::find(m_folders, path, &LibraryFolder::path);
  if (folder == m_folders.end()) return;
  folder->isKnown = true;
  folder->found = std::move(found);
  // A run may name a model folder that is not in the list.
  QStringList before;
  for (const LibraryFolder& each : m_folders) before << each.path;
  listFolders();
  for (const LibraryFolder& each : m_folders) {
    if (!before.contains(each.path)) lookThrough(each.path);
  }
  rebuild();
}

void ModelLibrary::rebuild() {
  const QStringList hidden = m_settings.hiddenModels();
  m_models.clear();
  m_loras.clear();
  m_hiddenCount = 0;
  const auto isShown = [&](const QString& path, const auto& rows) {
    using Row = typename std::decay_t<decltype(rows)>::value_type;
    if (std::ranges::find(rows, path, &Row::path) != rows.end()) return false;
    m_hiddenCount += hidden.contains(path) ? 1 : 0;
    return !hidden.contains(path);
  };
  const auto jobOf = [this](const QString& path) {
    const auto job = std::ranges::find(m_checks, path, [](const auto& entry) { return entry.second; });
    return job == m_checks.end() ? engine_api::JobId{0} : job->first;
  };
  for (const LibraryFolder& folder : m_folders) {
    for (const model_files::FoundModel& found : folder.found.models) {
      const QString path = cleanText(found.folder);
      if (!isShown(path, m_models)) continue;
      const bool isSample = folder.origin == LibraryFolder::Origin::sample;
      LibraryModel model{path, isSample ? tr("Sample model") : QString::fromStdString(found.name),
                         found.report, false, jobOf(path)};
      if (const auto check = m_modelChecks.find(path); check != m_modelChecks.end()) {
        const auto facts = model.report.facts;
        model.report = check->second;
        model.report.facts = facts;
        model.isChecked = true;
      }
      m_models.push_back(std::move(model));
    }
    for (const model_files::FoundLora& found : folder.found.loras) {
      const QString path = cleanText(found.file);
      if (!isShown(path, m_loras)) continue;
      LibraryLora lora{path, nameOf(found), found, false, {}, jobOf(path)};
      if (const auto check = m_loraChecks.find(path); check != m_loraChecks.end()) {
        lora.isChecked = true;
        lora.faults = check->second;
      }
      m_loras.push_back(std::move(lora));
    }
  }
  tellApart();
  Q_EMIT changed();
}

/// Prefixes equal file names with their folders.
void ModelLibrary::tellApart() {
  std::map<QString, int> counts;
  for (const LibraryLora& lora : m_loras) ++counts[lora.name];
  for (LibraryLora& lora : m_loras) {
    if (counts[lora.name] < 2 || !lora.found.run.empty()) continue;
    QDir folder = QFileInfo(lora.path).dir();
    if (folder.dirName() == lora.name) folder.cdUp();
    lora.name = folder.dirName() + QLatin1Char('/') + lora.name;
  }
}

const LibraryModel* ModelLibrary::model(const QString& path) const {
  const auto found = std::ranges::find(m_models, path, &LibraryModel::path);
  return found == m_models.end() ? nullptr : &*found;
}

const LibraryLora* ModelLibrary::lora(const QString& path) const {
  const auto found = std::ranges::find(m_loras, path, &LibraryLora::path);
  return found == m_loras.end() ? nullptr : &*found;
}

const LibraryModel* ModelLibrary::baseOf(const LibraryLora& lora) const {
  if (!lora.found.base.empty()) return model(cleanText(lora.found.base));
  if (!lora.found.info || lora.found.info->base.empty()) return nullptr;
  const QString name = QString::fromStdString(lora.found.info->base);
  const auto isMeant = [&](const LibraryModel& model) {
    return QDir(model.path).dirName() == name && lora.found.info->fits(model.report.transformer());
  };
  const auto found = std::ranges::find_if(m_models, isMeant);
  return found == m_models.end() ? nullptr : &*found;
}

QString LibraryLora::title() const {
  if (!found.step) return name;
  return ModelLibrary::tr("%1, step %2").arg(name, QLocale().toString(qint64{*found.step}));
}

std::vector<const LibraryModel*> ModelLibrary::modelsForAll(
    const std::vector<const LibraryLora*>& loras) const {
  std::vector<const LibraryModel*> common;
  for (const LibraryLora* const lora : loras) {
    const std::vector<const LibraryModel*> models = modelsFor(*lora);
    if (lora == loras.front()) common = models;
    std::erase_if(common, [&](const LibraryModel* model) { return std::ranges::count(models, model) == 0; });
  }
  return common;
}

std::vector<const LibraryModel*> ModelLibrary::modelsFor(const LibraryLora& lora) const {
  std::vector<const LibraryModel*> models;
  if (const LibraryModel* const base = baseOf(lora)) models.push_back(base);
  for (const LibraryModel& model : m_models) {
    const bool fits = lora.found.info && lora.found.info->fits(model.report.transformer());
    if (fits && std::ranges::find(models, &model) == models.end()) models.push_back(&model);
  }
  return models;
}

void ModelLibrary::add(const QStringList& paths) {
  QStringList folders = m_settings.modelFolders();
  QStringList hidden = m_settings.hiddenModels();
  for (const QString& path : paths) {
    const QFileInfo info(path);
    const QString folder = QDir::cleanPath(info.isFile() ? info.absolutePath() : info.absoluteFilePath());
    if (!folders.contains(folder)) folders << folder;
    hidden.removeIf([&](const QString& each) { return isUnder(each, folder); });
  }
  m_settings.setModelFolders(folders);
  m_settings.setHiddenModels(hidden);
  look();
}

void ModelLibrary::remove(const QString& path) {
  QStringList folders = m_settings.modelFolders();
  if (folders.removeAll(path) > 0) {
    m_settings.setModelFolders(folders);
    listFolders();
  }
  // It may still be found through another folder, or because a run was trained on it.
  if (model(path) != nullptr || lora(path) != nullptr)
    m_settings.setHiddenModels(m_settings.hiddenModels() << path);
  rebuild();
}

void ModelLibrary::showHidden() {
  m_settings.setHiddenModels({});
  rebuild();
}

void ModelLibrary::rename(const QString& path, const QString& name) {
  m_renamer.run(
      [file = toPath(path), name = name.toStdString()](const std::stop_token&) {
        check_file_name(name);
        const std::filesystem::path target = file.parent_path() / name;
        move_to_free_name(file, target);
        return target;
      },
      [this, path](const std::filesystem::path& target) {
        Q_EMIT renamed(path, cleanText(target));
        look();
      });
}

void ModelLibrary::check(const QString& path) {
  engine_api::JobId job = 0;
  if (const LibraryModel* const chosen = model(path)) {
    const engine_api::ModelCheckRequest request{.folder = toPath(path)};
    job = m_bridge.submit(job_of(request, chosen->name.toStdString()));
  } else if (const LibraryLora* const chosenLora = lora(path)) {
    const std::vector<const LibraryModel*> models = modelsFor(*chosenLora);
    if (models.empty()) return;
    const engine_api::LoraRequest request{.work = engine_api::LoraWork::check,
                                          .model = toPath(models.front()->path),
                                          .loras = {{toPath(path)}}};
    job = m_bridge.submit(job_of(request, chosenLora->title().toStdString()));
  }
  if (job == 0) return;
  m_checks[job] = path;
  rebuild();
}

void ModelLibrary::exportLora(const engine_api::LoraRequest& request, const QString& name) {
  m_bridge.submit(job_of(request, name.toStdString()));
}

void ModelLibrary::takeResult(const JobRow& job) {
  const auto check = m_checks.find(job.id);
  if (check == m_checks.end()) {
    if (job.kind == workflow::ModelFetchRequest::kind && job.state == engine_api::JobState::finished) {
      const auto report = job.result.get<workflow::DownloadReport>();
      return add({toText(report.folder)});
    }
    // The job may have written a model or a LoRA.
    const bool writes =
        job.kind == engine_api::LoraRequest::kind || job.kind == engine_api::TrainRequest::kind;
    if (writes && !m_folders.empty()) look();
    return;
  }
  if (job.state == engine_api::JobState::finished) {
    if (job.kind == engine_api::ModelCheckRequest::kind) {
      m_modelChecks[check->second] = job.result.get<model_files::ModelReport>();
    } else {
      m_loraChecks[check->second] = job.result.get<engine_api::LoraReport>().faults;
    }
  }
  m_checks.erase(check);
  rebuild();
}

}  // namespace fw::ui
