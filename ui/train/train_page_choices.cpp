// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to the draft from other pages and runs: a model, a dataset, settings.
#include <QTabWidget>

#include "run/run_folder.h"
#include "ui/run_settings/setting_row.h"
#include "ui/state/file_path.h"
#include "ui/state/navigator.h"
#include "ui/train/model_card.h"
#include "ui/train/train_page.h"

namespace fw::ui {

void TrainPage::choose(std::string_view key, const QString& path) {
  Q_EMIT m_navigator.pageRequested(PageId::train);
  set(key, path);
}

/// @param path  empty: the project's clips
void TrainPage::set(std::string_view key, const QString& path) {
  // The project's run file may still be loading, or its project not open yet.
  if (m_draft.file().empty()) {
    m_wanted.insert_or_assign(std::string(key), path);
    return;
  }
  const auto name = [isModel = key == ModelCard::modelKey] {
    return isModel ? tr("Choose a model") : tr("Choose a dataset");
  };
  m_draft.edit(name, [&](const std::string& text) {
    return path.isEmpty() ? run::remove_from_text(text, key)
                          : run::set_in_text(text, key, catalog::Value(path.toStdString()));
  });
  m_check.look();
}

void TrainPage::takeSettings(const QString& runFolder, bool fromWeights) {
  m_files.run(
      [run = run::RunPaths{toPath(runFolder)}, fromWeights](const std::stop_token&) {
        return fromWeights ? run::branch_text(run) : run::run_file_text(run.run_file());
      },
      [this](const std::string& text) {
        m_draft.edit([] { return tr("Use the settings of a run"); },
                     [&](const std::string&) { return text; });
        m_tabs->setCurrentIndex(0);
        Q_EMIT m_navigator.pageRequested(PageId::train);
      });
}

/// Sets family and task when another model folder is chosen.
void TrainPage::takeModel() {
  const workflow::RunFacts& facts = m_check.facts();
  if (!facts.model || facts.source == m_taken) return;
  const run::RunSettings& settings = m_draft.run().settings;
  const catalog::ModelSpec& model = *facts.model;
  const bool isOtherTask = !model.can(settings.task);
  const bool isTaken = settings.family == model.family && !isOtherTask;
  // An undo step now would clear the redo steps, of which this change may be one; it is made afterwards.
  if (!isTaken && m_draft.undoStack().canRedo()) return;
  m_taken = facts.source;
  if (isTaken) return;
  m_draft.edit([] { return tr("Use the model's family and task"); },
               [&](const std::string& text) {
                 const std::string edited =
                     run::set_in_text(text, "model.family", catalog::Value(model.family));
                 return isOtherTask ? run::remove_from_text(edited, "training.task") : edited;
               });
}

/// Code that plans the project's clips reads the model from the file.
void TrainPage::tellModel() {
  if (!m_check.isCurrent() || m_check.facts().source == m_told) return;
  m_told = m_check.facts().source;
  save();
  Q_EMIT modelChanged();
}

}  // namespace fw::ui
