// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/proposal_pane.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "project/captions.h"
#include "ui/dataset/text_marks.h"
#include "ui/state/clip_store.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

ProposalPane::ProposalPane(ClipStore& store, QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_summary(new WrapLabel),
      m_edit(named(new QPlainTextEdit, tr("Proposed caption"),
                   tr("What the captioner says. You can edit it before you accept it."))),
      m_buttons(new QHBoxLayout) {
  m_edit->setTabChangesFocus(true);
  m_edit->setToolTip(m_edit->accessibleDescription());
  m_summary->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_summary->setMinimumHeight(3 * fontMetrics().lineSpacing());  // its sentence in a narrow pane
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(m_summary, 1);
  column->addWidget(m_edit, 1);
  column->addLayout(m_buttons);
  connect(m_edit, &QPlainTextEdit::textChanged, this, &ProposalPane::showDifferences);
  connect(&m_store, &ClipStore::closing, this, &ProposalPane::commit);
  connect(&m_store, &ClipStore::changed, this, [this] {
    m_before.reset();
    if (!m_clips.empty()) showMany();
  });
  // Runs before changed(): the typed text stays, marked as unsaved.
  connect(&m_store, &ClipStore::editFailed, this, [this] {
    if (m_before) m_saved = *m_before;
  });
  hide();
}

ProposalPane::~ProposalPane() {
  commit();
}

void ProposalPane::changeEvent(QEvent* event) {
  // Once the text uses the new colours.
  if (event->type() == QEvent::PaletteChange)
    QMetaObject::invokeMethod(this, &ProposalPane::showDifferences, Qt::QueuedConnection);
  QWidget::changeEvent(event);
}

void ProposalPane::showClip(const project::ClipRow* row, const std::vector<int64_t>& selected, bool isFresh) {
  if (selected.size() > 1) {
    if (selected == m_clips) return;
    commit();
    m_before.reset();
    m_clip = 0;
    m_clips = selected;
    return showMany();
  }
  const qint64 clip = row != nullptr ? row->clip.id : 0;
  const bool isSame = clip != 0 && clip == m_clip && m_clips.empty();
  if (isSame && !isFresh) return;
  if (clip != m_clip) {
    commit();
    m_before.reset();  // the text is for another clip by now
  }
  const bool isTyping = clip == m_clip && m_edit->toPlainText() != m_saved;
  m_clip = clip;
  m_clips.clear();
  m_caption = row != nullptr && row->caption ? QString::fromStdString(row->caption->text) : QString();
  m_summary->hide();
  m_edit->show();
  m_edit->setReadOnly(!m_store.canEdit());
  const bool has = row != nullptr && row->proposal.has_value();
  if (!isTyping || !has) {
    m_saved = has ? QString::fromStdString(row->proposal->text) : QString();
    if (m_edit->toPlainText() != m_saved) m_edit->setPlainText(m_saved);
  }
  showDifferences();
  setCount(has ? 1 : 0);
}

void ProposalPane::showMany() {
  m_saved.clear();
  m_edit->clear();
  m_store.readAfterEdits(
      [clips = m_clips](const project::Project& project, const std::stop_token&) {
        return count_proposals(project, clips);
      },
      [this, clips = m_clips](int64_t count) {
        if (clips != m_clips) return;
        m_edit->hide();
        m_summary->show();
        m_summary->setText(
            tr("%n of the selected clips have a proposed caption.", nullptr, static_cast<int>(count)));
        setCount(count);
      });
}

void ProposalPane::setCount(int64_t count) {
  m_count = count;
  // Otherwise the focus would move to the next control, and a pending Space would press it.
  if (count == 0 && isAncestorOf(QApplication::focusWidget())) Q_EMIT emptied();
  setVisible(count > 0);
  Q_EMIT availableChanged();
}

void ProposalPane::showDifferences() {
  markDifferences(*m_edit, m_caption, DiffSide::after);
}

std::vector<int64_t> ProposalPane::clips() const {
  return m_clips.empty() ? std::vector<int64_t>{m_clip} : m_clips;
}

void ProposalPane::accept() {
  if (!hasProposal() || !m_store.canEdit()) return;
  const QString typed = m_edit->toPlainText();
  const bool isEdited = m_clips.empty() && typed != m_saved;
  if (isEdited) m_before = std::exchange(m_saved, typed);
  m_store.edit([clips = clips(), isEdited, text = typed.toStdString()](project::Project& project) {
    isEdited ? accept_proposal(project, clips.front(), text) : accept_proposals(project, clips);
  });
}

void ProposalPane::refuse() {
  if (!hasProposal() || !m_store.canEdit()) return;
  m_before = std::exchange(m_saved, m_edit->toPlainText());
  m_store.edit([clips = clips()](project::Project& project) { refuse_proposals(project, clips); });
}

void ProposalPane::commit() {
  const QString typed = m_edit->toPlainText();
  if (m_clip == 0 || typed == m_saved || !m_store.keepsEdits()) return;
  m_before = std::exchange(m_saved, typed);
  m_store.edit([clip = m_clip, text = typed.toStdString()](project::Project& project) {
    set_proposal(project, clip, text);
  });
}

}  // namespace fw::ui
