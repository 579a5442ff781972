// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenuBar>

#include "ui/shell/job_dock.h"
#include "ui/shell/main_window.h"

namespace fw::ui {

namespace {

using Ids = std::initializer_list<const char*>;  // null: a separator

constexpr const char* playerMark = ".player.";

QMenu* addMenu(QMenuBar& bar, const ActionRegistry& actions, const QString& title, Ids ids) {
  QMenu* const menu = bar.addMenu(title);
  menu->setToolTipsVisible(false);
  for (const char* const id : ids)
    id == nullptr ? (void)menu->addSeparator() : menu->addAction(actions.action(QLatin1String(id)));
  return menu;
}

/// The commands of a page's player, in order of creation.
void addPlayer(QMenu* menu, const ActionRegistry& actions, const QString& page) {
  QMenu* const player = menu->addMenu(MainWindow::tr("&Player"));
  for (QAction* const action : actions.actions()) {
    if (action->objectName().startsWith(page + QLatin1String(playerMark))) player->addAction(action);
  }
}

/// All commands of a page, in order of creation.
void addOwn(QMenu* menu, const ActionRegistry& actions, const QString& page) {
  for (QAction* const action : actions.actions()) {
    const QString id = action->objectName();
    if (id.startsWith(page + QLatin1Char('.')) && !id.contains(QLatin1String(playerMark)))
      menu->addAction(action);
  }
  addPlayer(menu, actions, page);
}

}  // namespace

void MainWindow::makeMenus() {
  const auto fill = [this](const QString& title, Ids ids) {
    return addMenu(*menuBar(), m_actions, title, ids);
  };
  fill(tr("&File"),
       {"project.new", "project.open", "project.find", "project.saveCopy", "project.sample", "project.close",
        nullptr, "device.check", "device.copyReport", nullptr, "app.settings", nullptr, "app.quit"});
  fill(tr("&Edit"), {"edit.undo", "edit.redo", nullptr, "dataset.selectAll"});
  QMenu* const dataset = fill(tr("&Dataset"), {"dataset.addFiles",
                                               "dataset.addFolder",
                                               "dataset.import",
                                               "dataset.export",
                                               "dataset.relink",
                                               "dataset.duplicates",
                                               "dataset.scan",
                                               "dataset.problems",
                                               nullptr,
                                               "dataset.filter",
                                               "dataset.table",
                                               "dataset.remove",
                                               "dataset.reveal",
                                               nullptr,
                                               "clip.markIn",
                                               "clip.markOut",
                                               "clip.whole",
                                               "clip.split",
                                               "clip.splitEvery",
                                               "clip.splitScenes",
                                               "clip.reviewScenes",
                                               "clip.crop",
                                               "clip.clearCrop",
                                               nullptr,
                                               "clip.showUsed",
                                               "timeline.zoomIn",
                                               "timeline.zoomOut",
                                               "timeline.zoomAll",
                                               nullptr,
                                               "caption.next",
                                               "caption.keep",
                                               "caption.replace",
                                               "caption.add",
                                               "caption.rules",
                                               "dataset.sets",
                                               "caption.captioner",
                                               nullptr,
                                               "caption.proposals",
                                               "caption.accept",
                                               "caption.refuse",
                                               "caption.acceptAll",
                                               nullptr,
                                               "buckets.suggest",
                                               "buckets.remove",
                                               "dataset.encode",
                                               "dataset.train"});
  addPlayer(dataset, m_actions, QStringLiteral("dataset"));
  fill(tr("&Train"), {"train.start",
                      "train.enqueue",
                      "train.sweep",
                      nullptr,
                      "train.undo",
                      "train.redo",
                      "train.search",
                      "train.fit",
                      "train.savePreset",
                      nullptr,
                      "train.resumeRun",
                      "train.extendRun",
                      "train.branchRun",
                      "train.useRun",
                      "train.compareRuns",
                      "train.lossByClip",
                      "train.starRun",
                      "train.starredRuns",
                      "train.renameRun",
                      "train.noteRun",
                      "train.reveal",
                      "train.deleteRun",
                      nullptr,
                      "jobs.pause",
                      "jobs.stopAndSave",
                      "jobs.cancel",
                      "jobs.refit",
                      "train.presetBuckets",
                      "train.updateDataset",
                      nullptr,
                      "jobs.checkpoint",
                      "jobs.validate",
                      "monitor.prompts"});
  addOwn(fill(tr("&Gallery"), {}), m_actions, QStringLiteral("gallery"));
  addOwn(fill(tr("Ge&nerate"), {}), m_actions, QStringLiteral("generate"));
  fill(tr("&Models"),
       {"models.download", "models.addFolder", "models.refresh", "models.filter", "models.showRemoved",
        nullptr, "models.train", "models.generate", "models.check", nullptr, "models.export", "models.merge",
        "models.rename", "models.reveal", "models.remove"});
  QMenu* const view =
      fill(tr("&View"), {"page.start", "page.dataset", "page.train", "page.monitor", "page.gallery",
                         "page.generate", "page.models", "page.device-check", nullptr, "view.jobs",
                         "view.log", nullptr, "monitor.logarithmic", "monitor.fit", "monitor.export", nullptr,
                         "view.theme", "view.fullScreen", "view.resetLayout"});
  view->setObjectName(QStringLiteral("viewMenu"));
  addPlayer(view, m_actions, QStringLiteral("monitor"));
  QMenu* const jobs = menuBar()->addMenu(tr("&Jobs"));
  for (const char* const id : {"jobs.resumeUnfinished", "jobs.cancelRunning"})
    jobs->addAction(m_actions.action(QLatin1String(id)));
  for (QAction* const command : m_jobDock->commands())
    command == nullptr ? (void)jobs->addSeparator() : jobs->addAction(command);
  fill(tr("&Log"), {"log.search", "log.follow", "log.copy", "log.copyAll", "log.diagnostics"});
  fill(tr("&Help"), {"help.guide", "help.keys", "help.whatsThis", "app.palette", nullptr, "log.diagnostics",
                     "help.logFolder", "engine.reopen", "engine.install", nullptr, "help.about"});
}

}  // namespace fw::ui
