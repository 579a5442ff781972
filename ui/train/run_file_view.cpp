// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_file_view.h"

#include <QFontDatabase>
#include <QKeyEvent>
#include <QTextBlock>
#include <algorithm>

#include "ui/run_settings/run_draft.h"
#include "ui/theme/palettes.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

bool isHistoryKey(const QKeyEvent& key) {
  return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

int numberIn(const Fault& fault, const char* name) {
  const auto found = fault.arguments.find(name);
  return found == fault.arguments.end() ? 0 : QString::fromStdString(found->second).toInt();
}

}  // namespace

RunFileView::RunFileView(RunDraft& draft, QWidget* parent) : QPlainTextEdit(parent), m_draft(draft) {
  setObjectName(QStringLiteral("runFileView"));
  named(this, tr("Run file"), tr("The same settings as TOML text."));
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setTabChangesFocus(true);
  setUndoRedoEnabled(false);
  connect(this, &QPlainTextEdit::textChanged, this, [this] { m_draft.setText(toPlainText().toStdString()); });
  connect(&m_draft, &RunDraft::changed, this, &RunFileView::showDraft);
  showDraft();
}

void RunFileView::showDraft() {
  const QString now = toPlainText();
  const QString wanted = QString::fromStdString(m_draft.text());
  if (now == wanted) return;
  // Only what differs is replaced: the cursor and the place in the file stay.
  const auto shorter = std::min(now.size(), wanted.size());
  qsizetype front = 0;
  while (front < shorter && now.at(front) == wanted.at(front)) ++front;
  qsizetype back = 0;
  while (back < shorter - front && now.at(now.size() - 1 - back) == wanted.at(wanted.size() - 1 - back))
    ++back;
  const QSignalBlocker quiet(this);
  QTextCursor cursor(document());
  cursor.setPosition(static_cast<int>(front));
  cursor.setPosition(static_cast<int>(now.size() - back), QTextCursor::KeepAnchor);
  cursor.insertText(wanted.mid(front, wanted.size() - front - back));
}

void RunFileView::markFaults(const std::vector<Fault>& faults) {
  QList<QTextEdit::ExtraSelection> marks;
  for (const Fault& fault : faults) {
    const QTextBlock block = document()->findBlockByNumber(numberIn(fault, "line") - 1);
    if (numberIn(fault, "line") == 0 || !block.isValid()) continue;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(block);
    mark.cursor.select(QTextCursor::LineUnderCursor);
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(tintColor(Tint::bad, palette()));
    mark.format.setToolTip(shortFaultText(fault));
    marks << mark;
  }
  setExtraSelections(marks);
}

void RunFileView::goTo(const Fault& fault) {
  const QTextBlock block = document()->findBlockByNumber(std::max(0, numberIn(fault, "line") - 1));
  if (!block.isValid()) return;
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + std::clamp(numberIn(fault, "column") - 1, 0, block.length() - 1));
  setTextCursor(cursor);
  setFocus();
}

bool RunFileView::event(QEvent* event) {
  // The editor would take undo and redo and, its own history being off, do nothing: they are the page's.
  if (event->type() == QEvent::ShortcutOverride && isHistoryKey(*static_cast<QKeyEvent*>(event))) {
    event->ignore();
    return true;
  }
  return QPlainTextEdit::event(event);
}

void RunFileView::keyPressEvent(QKeyEvent* event) {
  if (isHistoryKey(*event)) return event->ignore();
  QPlainTextEdit::keyPressEvent(event);
}

}  // namespace fw::ui
