// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_file_view.h"

#include <QFontDatabase>
#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>
#include <algorithm>

#include "ui/run_settings/run_draft.h"
#include "ui/theme/palettes.h"
#include "ui/train/toml_colors.h"
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

/// The line numbers, left of the text.
class RunFileView::Numbers : public QWidget {
 public:
  explicit Numbers(RunFileView* view) : QWidget(view), m_view(*view) {}

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setFont(m_view.font());
    m_view.eachLine([&](int line, const QRectF& place) {
      const bool isWrong = m_view.m_faults.contains(line);
      painter.setPen(isWrong ? tintColor(Tint::bad, palette()) : palette().color(QPalette::PlaceholderText));
      painter.drawText(QRectF(0, place.top(), width() - 8, place.height()), Qt::AlignRight | Qt::AlignTop,
                       QString::number(line + 1));
    });
  }

 private:
  const RunFileView& m_view;
};

RunFileView::RunFileView(RunDraft& draft, QWidget* parent)
    : QPlainTextEdit(parent),
      m_draft(draft),
      m_colors(new TomlColors(document(), palette())),
      m_numbers(new Numbers(this)) {
  setObjectName(QStringLiteral("runFileView"));
  named(this, tr("Run file"), tr("The same settings as TOML text."));
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setTabChangesFocus(true);
  setUndoRedoEnabled(false);
  connect(this, &QPlainTextEdit::textChanged, this, [this] { m_draft.setText(toPlainText().toStdString()); });
  connect(&m_draft, &RunDraft::changed, this, &RunFileView::showDraft);
  connect(this, &QPlainTextEdit::blockCountChanged, this, &RunFileView::fitNumbers);
  connect(this, &QPlainTextEdit::updateRequest, m_numbers, qOverload<>(&QWidget::update));
  showDraft();
  fitNumbers();
}

template <typename Draw>
void RunFileView::eachLine(const Draw& draw) const {
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > viewport()->height()) return;
    draw(block.blockNumber(), place);
  }
}

void RunFileView::fitNumbers() {
  const auto digits = QString::number(std::max(100, blockCount())).size();
  const int width = fontMetrics().horizontalAdvance(QLatin1Char('0')) * static_cast<int>(digits) + 20;
  setViewportMargins(width, 0, 0, 0);
  const QRect room = contentsRect();
  m_numbers->setGeometry(room.left(), room.top(), width, room.height());
}

void RunFileView::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  fitNumbers();
}

void RunFileView::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && m_colors != nullptr) m_colors->setPalette(palette());
}

/// Draws a line's fault after its text.
void RunFileView::paintEvent(QPaintEvent* event) {
  QPlainTextEdit::paintEvent(event);
  QPainter painter(viewport());
  painter.setPen(tintColor(Tint::bad, palette()));
  eachLine([&](int line, const QRectF& place) {
    const auto fault = m_faults.find(line);
    if (fault == m_faults.end()) return;
    const QString text = document()->findBlockByNumber(line).text();
    const int left = static_cast<int>(place.left()) + fontMetrics().horizontalAdvance(text) + 24;
    painter.drawText(QRectF(left, place.top(), std::max(0, viewport()->width() - left), place.height()),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, fault->second);
  });
}

void RunFileView::showDraft() {
  const QString now = toPlainText();
  const QString wanted = QString::fromStdString(m_draft.text());
  if (now == wanted) return;
  // Replaces only the differing part, to keep the cursor and the scroll position.
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
  m_faults.clear();
  for (const Fault& fault : faults) {
    const QTextBlock block = document()->findBlockByNumber(numberIn(fault, "line") - 1);
    if (numberIn(fault, "line") == 0 || !block.isValid()) continue;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(block);
    mark.cursor.select(QTextCursor::LineUnderCursor);
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(tintColor(Tint::bad, palette()));
    m_faults.try_emplace(block.blockNumber(), shortFaultText(fault));
    marks << mark;
  }
  setExtraSelections(marks);
  viewport()->update();
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
  // The editor would consume undo and redo without effect, since its own history is disabled: they belong to
  // the page.
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
