// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <algorithm>

#include "engine_api/requests.h"
#include "ui/models/download_dialog.h"
#include "ui/models/export_dialog.h"
#include "ui/models/merge_dialog.h"
#include "ui/models/models_page.h"
#include "ui/state/engine_bridge.h"
#include "ui/state/file_path.h"
#include "ui/state/navigator.h"
#include "ui/state/project_session.h"
#include "ui/state/settings.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/text_question.h"
#include "workflow/download_jobs.h"

namespace fw::ui {

QStringList ModelsPage::chosenPaths() const {
  const View& view = m_views[currentTab()];
  return view.selected.contains(view.chosen) ? view.selected : QStringList{view.chosen};
}

std::vector<const LibraryLora*> ModelsPage::chosenLoras() const {
  std::vector<const LibraryLora*> chosen;
  if (currentTab() != LorasTab) return chosen;
  const QStringList paths = chosenPaths();
  for (const LibraryLora& lora : m_library.loras())
    if (paths.contains(lora.path)) chosen.push_back(&lora);
  return chosen;
}

void ModelsPage::updateCommands() {
  const LibraryModel* const model = chosenModel();
  const std::vector<const LibraryLora*> loras = chosenLoras();
  const QString& path = m_views[currentTab()].chosen;
  const bool isSound = model != nullptr && model->report.sound();
  const auto canBeRead = [](const LibraryLora* lora) { return lora->found.info.has_value(); };
  const bool areReadable = !loras.empty() && std::ranges::all_of(loras, canBeRead);
  const auto canBeChecked = [this](const LibraryLora* lora) {
    return lora->checkedBy == 0 && !m_library.modelsFor(*lora).empty();
  };
  const bool hasLoraJobs = m_bridge.hasKind(engine_api::LoraRequest::kind);
  m_train->setEnabled(isSound);
  m_generate->setEnabled(isSound || areReadable);
  m_check->setEnabled(
      (model != nullptr && model->checkedBy == 0 && m_bridge.hasKind(engine_api::ModelCheckRequest::kind)) ||
      (hasLoraJobs && !loras.empty() && std::ranges::all_of(loras, canBeChecked)));
  m_export->setEnabled(areReadable && loras.size() == 1 && hasLoraJobs);
  m_merge->setEnabled(areReadable && hasLoraJobs);
  m_rename->setEnabled(loras.size() == 1 && loras.front()->found.run.empty());
  m_reveal->setEnabled(!path.isEmpty() && loras.size() < 2);
  const bool isNamed = m_settings.modelFolders().contains(path);
  m_remove->setEnabled(model != nullptr || !loras.empty() || isNamed);
  m_showRemoved->setEnabled(m_library.hiddenCount() > 0);
  m_download->setEnabled(m_bridge.hasKind(workflow::ModelFetchRequest::kind));
  QList<QAction*> commands{m_download, m_add};
  if (m_library.hiddenCount() > 0) commands << m_showRemoved;
  m_empty->showCommands(commands);
  // Shows only the commands that apply to this tab.
  const QList<QAction*> wanted = commandsOf(currentTab());
  for (const auto& [action, button] : m_buttons) button->setVisible(wanted.contains(action));
}

void ModelsPage::generate() {
  WeightsChoice weights;
  if (const LibraryModel* const model = chosenModel()) {
    weights.model = toPath(model->path);
  } else if (const std::vector<const LibraryLora*> loras = chosenLoras(); !loras.empty()) {
    const std::vector<const LibraryModel*> models = m_library.modelsForAll(loras);
    if (!models.empty()) weights.model = toPath(models.front()->path);
    weights.loras.emplace();
    for (const LibraryLora* const lora : loras) weights.loras->push_back({toPath(lora->path)});
  } else {
    return;
  }
  Q_EMIT m_navigator.weightsRequested(weights);
}

QString ModelsPage::folderFor(const LibraryLora& lora) const {
  if (lora.found.run.empty()) return QFileInfo(lora.path).absolutePath();
  // Do not offer a run's own folders for copies.
  const QStringList named = m_settings.modelFolders();
  return !named.isEmpty() ? named.first() : m_session.isOpen() ? m_session.folder() : QDir::homePath();
}

void ModelsPage::downloadModel() {
  uint64_t gpuBytes = 0;
  for (const DeviceStatus& device : m_bridge.devices())
    if (device.isGpu()) gpuBytes = std::max(gpuBytes, device.totalBytes);
  DownloadDialog dialog(gpuBytes, window());
  if (dialog.exec() != QDialog::Accepted) return;
  m_bridge.submit(engine_api::job_of(dialog.request(), dialog.modelName().toStdString()));
}

void ModelsPage::exportLora() {
  const LibraryLora* const lora = chosenLora();
  if (lora == nullptr) return;
  const QString name = lora->title();  // the list may be replaced while the dialog is open
  LoraExportDialog dialog(*lora, m_library, folderFor(*lora), window());
  if (dialog.exec() == QDialog::Accepted) m_library.exportLora(dialog.request(), name);
}

void ModelsPage::mergeLoras() {
  const std::vector<const LibraryLora*> loras = chosenLoras();
  if (loras.empty()) return;
  LoraMergeDialog dialog(loras, m_library, folderFor(*loras.front()), window());
  if (dialog.exec() == QDialog::Accepted) m_library.exportLora(dialog.request(), {});
}

void ModelsPage::renameLora() {
  const LibraryLora* const lora = chosenLora();
  if (lora == nullptr) return;
  const QString path = lora->path;
  QString name = askForText(window(), tr("Rename the LoRA"), tr("File name:"), QFileInfo(path).fileName())
                     .value_or(QString());
  if (name.isEmpty() || name == QFileInfo(path).fileName()) return;
  if (!name.endsWith(QLatin1String(".safetensors"))) name += QLatin1String(".safetensors");
  m_library.rename(path, name);
}

}  // namespace fw::ui
