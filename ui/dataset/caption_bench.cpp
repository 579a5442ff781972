// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/caption_bench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <algorithm>

#include "project/caption_rules.h"
#include "project/captions.h"
#include "project/clips.h"
#include "ui/dataset/caption_editor.h"
#include "ui/dataset/caption_rules_dialog.h"
#include "ui/dataset/captioner_dialog.h"
#include "ui/dataset/clip_browser.h"
#include "ui/dataset/other_captions.h"
#include "ui/dataset/proposal_pane.h"
#include "ui/dataset/replace_dialog.h"
#include "ui/dataset/sets_dialog.h"
#include "ui/dataset/tag_row.h"
#include "ui/dataset/weight_row.h"
#include "ui/state/clip_store.h"
#include "ui/state/engine_bridge.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/guide_page.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

CaptionBench::CaptionBench(EngineBridge& bridge, ClipStore& store, ClipBrowser& browser,
                           ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_bridge(bridge),
      m_store(store),
      m_browser(browser),
      m_editor(new CaptionEditor(store, actions)),
      m_proposal(new ProposalPane(store)),
      m_others(new OtherCaptions(store)),
      m_tags(new TagRow(store)),
      m_weights(new WeightRow(store)) {
  setGuidePage(*this, QStringLiteral("captions.md"));
  makeCommands(actions);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addLayout(makeHead());
  column->addWidget(m_editor, 1);
  column->addWidget(m_others);
  column->addWidget(m_tags);
  column->addWidget(m_weights);
  m_editor->addBeside(m_proposal);
  for (QAction* const action : {m_accept, m_refuse}) m_proposal->buttons()->addWidget(actionButton(action));
  m_proposal->buttons()->addStretch(1);
  connect(m_proposal, &ProposalPane::availableChanged, this, &CaptionBench::showProposalCount);
  connect(m_proposal, &ProposalPane::emptied, &m_browser, &ClipBrowser::focusClips);
  connect(&m_browser, &ClipBrowser::currentChanged, this, &CaptionBench::showClip);
  connect(&m_browser, &ClipBrowser::selectionChanged, this, &CaptionBench::showClip);
  connect(m_tags, &TagRow::listRequested, &m_browser, [this](const QString& tag) {
    m_browser.filterEdit()->setText(QStringLiteral("tag:\"%1\"").arg(tag));
  });
  connect(m_editor, &CaptionEditor::typedFor, m_browser.model(), &ClipModel::setNeeded);
  connect(m_editor, &CaptionEditor::modelFolderRequested, this, &CaptionBench::modelFolderRequested);
  connect(&m_store, &ClipStore::changed, this, &CaptionBench::readState);
  connect(&m_store, &ClipStore::opened, this, &CaptionBench::readState);
  connect(&m_store, &ClipStore::opened, this, &CaptionBench::updateCommands);
  connect(&m_store, &ClipStore::failed, this, &CaptionBench::showClip);
  readState();
  updateCommands();
}

void CaptionBench::makeCommands(ActionRegistry& actions) {
  const auto add = [&](const char* id, const QString& text, const char* iconName, const char* key,
                       const QString& help, void (CaptionBench::*handler)()) {
    // Scoped to the whole page, since their clips are selected next to this widget.
    return actions.addScoped(parentWidget(),
                             {QLatin1String(id), text, iconName, QKeySequence(QLatin1String(key)), help},
                             [this, handler] { (this->*handler)(); });
  };
  m_next = add("caption.next", tr("&Next without caption"), "next-caption", "Ctrl+J",
               tr("Moves to the next clip without a caption."), &CaptionBench::nextWithoutCaption);
  m_replace =
      add("caption.replace", tr("Change &many captions…"), "replace", "Ctrl+H",
          tr("Finds and replaces, adds a prefix or a suffix, or sets the trigger word, with a preview."),
          &CaptionBench::replaceInCaptions);
  m_captioner = add("caption.captioner", tr("Capt&ioner…"), "captioner", "Ctrl+Alt+W",
                    tr("Has a program or a local server propose captions for the selected clips, or for all "
                       "that have none."),
                    &CaptionBench::askCaptioner);
  m_accept =
      add("caption.accept", tr("&Accept proposal"), "accept", "Ctrl+Alt+A",
          tr("Makes the proposed captions of the selected clips their captions, and goes on to the next."),
          &CaptionBench::accept);
  m_refuse = add("caption.refuse", tr("Refuse pr&oposal"), "refuse", "Ctrl+Alt+X",
                 tr("Drops the proposed captions of the selected clips, and goes on to the next."),
                 &CaptionBench::refuse);
  m_acceptAll = add("caption.acceptAll", tr("Accept a&ll proposals"), "accept-all", "Ctrl+Alt+Shift+A",
                    tr("Makes the proposed captions of all clips in the list their captions, in one step."),
                    &CaptionBench::acceptAll);
  m_showProposals = add("caption.proposals", tr("S&how proposals"), "proposals", "Ctrl+Alt+N",
                        tr("Lists only the clips with a proposed caption, or all clips again."),
                        &CaptionBench::showProposals);
  m_add = add("caption.add", tr("Add another &caption"), "add-caption", "Ctrl+Alt+Shift+N",
              tr("Adds another caption to the clip. Training draws one of all at each step."),
              &CaptionBench::addCaption);
  m_rules =
      add("caption.rules", tr("Captions in &training…"), "caption-rules", "Ctrl+Alt+Shift+T",
          tr("Sets the trigger word, a prefix and a suffix, shuffled tags and choices, for all captions "
             "of the project."),
          &CaptionBench::editRules);
  m_sets = add("dataset.sets", tr("Sets and &weights…"), "weights", "Ctrl+Alt+Shift+W",
               tr("Sets how often sets of clips are used, how much they count, and which are for "
                  "regularisation."),
               &CaptionBench::editSets);
  // Buttons have less room than menus.
  m_next->setIconText(tr("Next without caption"));
  m_captioner->setIconText(tr("Captioner…"));
  m_accept->setIconText(tr("Accept"));
  m_refuse->setIconText(tr("Refuse"));
}

QHBoxLayout* CaptionBench::makeHead() {
  auto* const title = new QLabel(tr("Caption"));
  setBold(*title);
  auto* const head = new QHBoxLayout;
  head->addWidget(title);
  head->addStretch(1);
  m_proposalCount = toolButton(m_showProposals);
  m_proposalCount->setPopupMode(QToolButton::MenuButtonPopup);
  m_proposalCount->addAction(m_acceptAll);
  head->addWidget(m_proposalCount);
  head->addWidget(actionButton(m_captioner));
  head->addWidget(actionButton(m_next));
  return head;
}

void CaptionBench::updateCommands() {
  const bool hasClips = m_store.isOpen() && m_browser.model()->rowCount() > 0;
  m_next->setEnabled(hasClips);
  m_replace->setEnabled(m_store.canEdit());
  m_captioner->setEnabled(m_store.canEdit() && hasClips);
  m_rules->setEnabled(m_store.canEdit());
  m_sets->setEnabled(m_store.canEdit());
  updateAdd();
  if (!m_store.isOpen()) m_proposals = 0;
  showProposalCount();
}

void CaptionBench::showClip() {
  const project::ClipRow* const row = m_browser.currentRow();
  const std::vector<int64_t> selected = m_browser.selectedClips();
  if (row == nullptr && m_browser.currentClip() != 0 && selected.size() <= 1)
    return m_editor->awaitClip(m_browser.currentClip());
  m_isGoing = false;
  const bool isFresh = m_browser.isCurrentFresh() && !m_store.isEditing();
  m_editor->showClip(row, selected, isFresh);
  m_proposal->showClip(row, selected, isFresh);
  m_others->showClip(row, selected, isFresh);
  m_tags->showClips(selected);
  m_weights->showClips(selected);
  updateAdd();
}

void CaptionBench::updateAdd() {
  m_add->setEnabled(m_store.canEdit() && m_browser.currentRow() != nullptr &&
                    m_browser.selectedClips().size() <= 1);
}

void CaptionBench::addCaption() {
  m_editor->commit();
  m_others->addCaption();
}

void CaptionBench::editRules() {
  m_editor->commit();
  m_others->commit();
  m_store.readAfterEdits(
      [clip = m_browser.currentClip()](const project::Project& project, const std::stop_token&) {
        const std::vector<project::ClipRow> rows = read_clips(project, std::vector<int64_t>{clip});
        return std::pair(project::caption_rules(project),
                         rows.empty() ? std::vector<std::string>() : project::captions_of(rows.front()));
      },
      [this](const std::pair<dataset::CaptionRules, std::vector<std::string>>& read) {
        CaptionRulesDialog(m_store, read.first, read.second, this).exec();
      });
}

void CaptionBench::readState() {
  m_store.read(
      [](const project::Project& project, const std::stop_token&) {
        const auto proposed = std::get<project::ClipFilter>(project::ClipFilter::parse("is:proposed"));
        return std::pair(DatasetSettings::read(project), count_clips(project, proposed));
      },
      [this](const std::pair<DatasetSettings, int64_t>& state) {
        m_editor->setSettings(state.first);
        m_proposals = state.second;
        showProposalCount();
      });
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
  if (dialog.exec() == QDialog::Accepted) m_bridge.submit(engine_api::job_of(dialog.request(), {}));
}

void CaptionBench::editSets() {
  m_store.readAfterEdits(
      [](const project::Project& project, const std::stop_token&) {
        return std::pair(project::repeats(project), project::set_rules(project));
      },
      [this](const std::pair<std::vector<project::Repeat>, std::vector<project::SetRule>>& read) {
        SetsDialog(m_store, read.first, read.second, this).exec();
      });
}

void CaptionBench::goToNext(const char* filter, std::function<void()> take) {
  m_isGoing = true;
  m_editor->awaitClip(0);  // text typed from now on is for the next clip
  m_store.readAfterEdits(
      [query = m_browser.model()->query(), filter](const project::Project& project, const std::stop_token&) {
        const auto wanted = std::get<project::ClipFilter>(project::ClipFilter::parse(filter));
        return list_clips(project, query.filter.both(wanted));
      },
      [this, settled = m_browser.currentClip(), take = std::move(take)](std::vector<int64_t> ids) {
        std::ranges::sort(ids);
        const ClipModel& clips = *m_browser.model();
        const int rows = clips.rowCount();
        const int from = std::max(0, clips.rowOf(m_browser.currentClip()));
        // If the list was updated first and no longer has that clip, the next one is in its place already.
        const int first = clips.rowOf(settled) < 0 ? 0 : 1;
        for (int step = first; step < first + rows; ++step) {
          const qint64 id = clips.idAt((from + step) % rows);
          if (!std::ranges::binary_search(ids, id)) continue;
          m_browser.showClip(id);
          showClip();  // it may be the one shown before
          return take();
        }
        showClip();
      });
}

void CaptionBench::nextWithoutCaption() {
  m_editor->commit();
  goToNext("is:uncaptioned", [this] { m_editor->edit()->setFocus(); });
}

void CaptionBench::accept() {
  if (m_isGoing) return;  // the pane still shows the previous clip
  const bool isOne = m_browser.selectedClips().size() == 1;
  m_editor->commit();
  m_proposal->accept();
  if (isOne) goToNext("is:proposed", [] {});
}

void CaptionBench::refuse() {
  if (m_isGoing) return;
  const bool isOne = m_browser.selectedClips().size() == 1;
  m_proposal->refuse();
  if (isOne) goToNext("is:proposed", [] {});
}

void CaptionBench::acceptAll() {
  m_editor->commit();
  m_proposal->commit();
  m_store.edit([query = m_browser.model()->query()](project::Project& project) {
    accept_proposals(project, clipsOf(project, query));
  });
}

/// Filters for clips with proposals, or shows all clips again.
void CaptionBench::showProposals() {
  QLineEdit& filter = *m_browser.filterEdit();
  const QString proposed = QStringLiteral("is:proposed");
  filter.setText(filter.text() == proposed ? QString() : proposed);
}

void CaptionBench::showProposalCount() {
  m_browser.setProposalsShown(m_proposals > 0);
  m_proposalCount->setVisible(m_proposals > 0);
  m_showProposals->setIconText(tr("%n proposals", nullptr, static_cast<int>(m_proposals)));
  m_showProposals->setEnabled(m_proposals > 0);
  m_acceptAll->setEnabled(m_proposals > 0 && m_store.canEdit());
  for (QAction* const action : {m_accept, m_refuse})
    action->setEnabled(m_proposal->hasProposal() && m_store.canEdit());
}

}  // namespace fw::ui
