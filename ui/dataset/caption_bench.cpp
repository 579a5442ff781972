// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/caption_bench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <algorithm>

#include "project/clips.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/captioner_dialog.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/replace_dialog.h"
#include "ui/state/clip_store.h"
#include "ui/state/engine_bridge.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

CaptionBench::CaptionBench(EngineBridge& bridge, ClipStore& store, ClipBrowser& browser,
                           ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_bridge(bridge),
      m_store(store),
      m_browser(browser),
      m_editor(new CaptionEditor(store, actions)) {
  makeCommands(actions);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addLayout(makeHead());
  column->addWidget(m_editor, 1);
  connect(&m_browser, &ClipBrowser::currentChanged, this, &CaptionBench::showClip);
  connect(&m_browser, &ClipBrowser::selectionChanged, this, &CaptionBench::showClip);
  connect(m_editor, &CaptionEditor::modelFolderWanted, this, &CaptionBench::modelFolderWanted);
  connect(&m_store, &ClipStore::changed, this, &CaptionBench::readSettings);
  connect(&m_store, &ClipStore::opened, this, &CaptionBench::readSettings);
  connect(&m_store, &ClipStore::opened, this, &CaptionBench::updateCommands);
  readSettings();
  updateCommands();
}

void CaptionBench::makeCommands(ActionRegistry& actions) {
  const auto add = [&](const char* id, const QString& text, const char* iconName, const char* key,
                       const QString& help, void (CaptionBench::*handler)()) {
    // Of the whole page: what they work on is chosen beside the bench.
    return actions.addScoped(parentWidget(),
                             {QLatin1String(id), text, iconName, QKeySequence(QLatin1String(key)), help},
                             [this, handler] { (this->*handler)(); });
  };
  m_next = add("caption.next", tr("&Next without caption"), "next", "Ctrl+J",
               tr("Moves to the next clip without a caption."), &CaptionBench::nextWithoutCaption);
  m_replace = add("caption.replace", tr("Find and &replace in captions…"), "replace", "Ctrl+H",
                  tr("Changes many captions at once, with a preview."), &CaptionBench::replaceInCaptions);
  m_captioner = add("caption.captioner", tr("Capt&ioner…"), "commands", "Ctrl+Alt+K",
                    tr("Has a program or a local server propose captions for the selected clips, or for all "
                       "that have none."),
                    &CaptionBench::askCaptioner);
}

QHBoxLayout* CaptionBench::makeHead() {
  auto* const title = new QLabel(tr("Caption"));
  setBold(*title);
  auto* const head = new QHBoxLayout;
  head->addWidget(title);
  head->addStretch(1);
  head->addWidget(actionButton(m_captioner));
  head->addWidget(actionButton(m_next));
  return head;
}

void CaptionBench::updateCommands() {
  const bool hasClips = m_store.isOpen() && m_browser.model()->rowCount() > 0;
  m_next->setEnabled(hasClips);
  m_replace->setEnabled(m_store.canEdit());
  m_captioner->setEnabled(m_store.canEdit() && hasClips);
}

void CaptionBench::showClip() {
  const project::ClipRow* const row = m_browser.currentRow();
  const std::vector<int64_t> selected = m_browser.selectedClips();
  if (row != nullptr || m_browser.currentClip() == 0 || selected.size() > 1)
    m_editor->showClip(row, selected);
}

void CaptionBench::readSettings() {
  m_store.read(
      [](const project::Project& project, const std::stop_token&) { return DatasetSettings::read(project); },
      [this](const DatasetSettings& settings) { m_editor->setSettings(settings); });
}

void CaptionBench::replaceInCaptions() {
  if (!m_store.canEdit()) return;
  m_editor->commit();
  ReplaceDialog dialog(m_store, m_browser.model()->query(), m_browser.selectedClips(), this);
  dialog.exec();
}

void CaptionBench::askCaptioner() {
  m_editor->commit();
  CaptionerDialog dialog(m_store, m_browser.currentClip(), m_browser.selectedClips(), this);
  if (dialog.exec() == QDialog::Accepted)
    m_bridge.submit(engine_api::job_of(dialog.request(), tr("Propose captions").toStdString()));
}

void CaptionBench::nextWithoutCaption() {
  m_editor->commit();
  m_store.readAfterEdits(
      [query = m_browser.model()->query()](const project::Project& project, const std::stop_token&) {
        const auto uncaptioned = std::get<project::ClipFilter>(project::ClipFilter::parse("is:uncaptioned"));
        return list_clips(project, query.filter.both(uncaptioned));
      },
      [this](std::vector<int64_t> ids) {
        std::ranges::sort(ids);
        const ClipModel& clips = *m_browser.model();
        const int rows = clips.rowCount();
        const int from = std::max(0, clips.rowOf(m_browser.currentClip()));
        for (int step = 1; step <= rows; ++step) {
          const qint64 id = clips.idAt((from + step) % rows);
          if (!std::ranges::binary_search(ids, id)) continue;
          m_browser.showClip(id);
          return m_editor->edit()->setFocus();
        }
      });
}

}  // namespace fw::ui
