// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/other_captions.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "project/captions.h"
#include "ui/state/clip_store.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr int linesOfField = 2;
constexpr int mostRowsShown = 3;

}  // namespace

OtherCaptions::OtherCaptions(ClipStore& store, QWidget* parent)
    : QWidget(parent), m_store(store), m_scroller(named(new QScrollArea, tr("Other captions of this clip"))) {
  auto* const inner = new QWidget;
  m_column = new QVBoxLayout(inner);
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(4);
  m_scroller->setWidget(inner);
  m_scroller->setWidgetResizable(true);
  m_scroller->setFrameShape(QFrame::NoFrame);
  m_scroller->setFocusPolicy(Qt::NoFocus);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_scroller);
  connect(&m_store, &ClipStore::closing, this, &OtherCaptions::commit);
  connect(&m_store, &ClipStore::opened, this, [this] { showClip(nullptr, {}, true); });
  connect(&m_store, &ClipStore::changed, this, [this] { m_before.reset(); });
  // Runs before changed(): the typed texts stay and are saved with the next change.
  connect(&m_store, &ClipStore::editFailed, this, [this] {
    if (m_before) m_saved = *m_before;
  });
  resizeToRows();
}

OtherCaptions::~OtherCaptions() {
  commit();
}

void OtherCaptions::showClip(const project::ClipRow* row, const std::vector<int64_t>& selected,
                             bool isFresh) {
  const qint64 clip = row != nullptr && selected.size() <= 1 ? row->clip.id : 0;
  const bool isSame = clip != 0 && clip == m_clip;
  if (isSame && (!isFresh || texts() != m_saved)) return;
  if (!isSame) {
    commit();
    m_before.reset();
  }
  m_clip = clip;
  const bool isAdding = isSame && std::ranges::any_of(m_edits, [](const QPlainTextEdit* edit) {
                          return edit->hasFocus() && edit->toPlainText().isEmpty();
                        });
  m_saved = clip != 0 ? row->more_captions : std::vector<std::string>();
  if (!isAdding || texts() != m_saved) setTexts(m_saved);
  for (QPlainTextEdit* const edit : m_edits) edit->setReadOnly(!m_store.canEdit());
  for (QToolButton* const button : m_removers) button->setEnabled(m_store.canEdit());
}

void OtherCaptions::addCaption() {
  if (m_clip == 0 || !m_store.canEdit()) return;
  dropEmpty();
  if (!m_edits.isEmpty() && m_edits.last()->toPlainText().isEmpty()) return m_edits.last()->setFocus();
  if (m_edits.size() + 1 >= static_cast<qsizetype>(project::most_captions)) return;
  addRow();
  resizeToRows();
  m_edits.last()->setFocus();
  m_scroller->ensureWidgetVisible(m_edits.last());
}

std::vector<std::string> OtherCaptions::texts() const {
  std::vector<std::string> texts;
  for (const QPlainTextEdit* const edit : m_edits)
    if (!edit->toPlainText().trimmed().isEmpty()) texts.push_back(edit->toPlainText().toStdString());
  return texts;
}

/// Keeps the fields, and with them the focus.
void OtherCaptions::setTexts(const std::vector<std::string>& texts) {
  const auto count = static_cast<qsizetype>(texts.size());
  while (m_rows.size() > count) removeRow(m_rows.size() - 1);
  while (m_rows.size() < count) addRow();
  for (qsizetype i = 0; i < count; ++i) {
    const QString text = QString::fromStdString(texts[static_cast<size_t>(i)]);
    if (m_edits[i]->toPlainText() != text) m_edits[i]->setPlainText(text);
  }
  resizeToRows();
}

void OtherCaptions::addRow() {
  auto* const row = new QWidget;
  auto* const edit = named(new QPlainTextEdit, tr("Caption %1").arg(m_rows.size() + 2),
                           tr("Another caption of the same clip. Training draws one of all at each step."));
  edit->setToolTip(edit->accessibleDescription());
  edit->setPlaceholderText(tr("Another caption of this clip"));
  edit->setTabChangesFocus(true);
  edit->setFixedHeight(linesOfField * fontMetrics().lineSpacing() + 12);
  edit->installEventFilter(this);
  auto* const remove = named(new QToolButton, tr("Remove caption %1").arg(m_rows.size() + 2));
  remove->setIcon(icon("remove"));
  remove->setToolTip(tr("Removes this caption."));
  remove->setFocusPolicy(Qt::StrongFocus);
  auto* const line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(4);
  line->addWidget(edit, 1);
  line->addWidget(remove, 0, Qt::AlignTop);
  m_column->addWidget(row);
  connect(remove, &QToolButton::clicked, this, [this, row] {
    removeRow(m_rows.indexOf(row));
    resizeToRows();
    commit();
  });
  m_rows << row;
  m_edits << edit;
  m_removers << remove;
}

/// Deleted later: it may be the sender of the event.
void OtherCaptions::removeRow(qsizetype row) {
  m_edits[row]->removeEventFilter(this);
  m_column->removeWidget(m_rows[row]);
  m_rows[row]->hide();
  m_rows[row]->deleteLater();
  m_rows.removeAt(row);
  m_edits.removeAt(row);
  m_removers.removeAt(row);
}

void OtherCaptions::resizeToRows() {
  const auto shown = static_cast<int>(std::min<qsizetype>(m_rows.size(), mostRowsShown));
  const int height = linesOfField * fontMetrics().lineSpacing() + 12;
  m_scroller->setFixedHeight(shown * height + std::max(0, shown - 1) * m_column->spacing());
  setVisible(shown > 0);
}

void OtherCaptions::dropEmpty() {
  for (qsizetype i = m_rows.size(); i-- > 0;)
    if (!m_edits[i]->hasFocus() && m_edits[i]->toPlainText().trimmed().isEmpty()) removeRow(i);
  resizeToRows();
}

void OtherCaptions::commit() {
  const std::vector<std::string> typed = texts();
  if (m_clip == 0 || typed == m_saved || !m_store.keepsEdits()) return;
  m_before = std::exchange(m_saved, typed);
  m_store.edit(
      [clip = m_clip, typed](project::Project& project) { set_more_captions(project, clip, typed); });
}

bool OtherCaptions::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut && m_edits.contains(static_cast<QPlainTextEdit*>(watched))) {
    commit();
    const auto reason = static_cast<QFocusEvent*>(event)->reason();
    // An empty field goes once the user is elsewhere in this window.
    if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
      QMetaObject::invokeMethod(this, &OtherCaptions::dropEmpty, Qt::QueuedConnection);
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace fw::ui
