// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/style.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"

namespace fw::ui {

namespace {

constexpr int shortestWord = 2;  // shorter strings are in every name

}  // namespace

int matchScore(const QString& text, const QString& typed) {
  if (typed.isEmpty()) return 1;
  const qsizetype whole = text.indexOf(typed, 0, Qt::CaseInsensitive);
  if (whole == 0) return 1000;
  if (whole > 0) return text.at(whole - 1).isLetterOrNumber() ? 500 : 800;
  qsizetype place = -1;
  int gaps = 0;
  for (const QChar letter : typed) {
    const qsizetype next = text.indexOf(letter, place + 1, Qt::CaseInsensitive);
    if (next < 0) return 0;
    gaps += static_cast<int>(next - place - 1);
    place = next;
  }
  return std::max(1, 400 - gaps);
}

CommandPalette::CommandPalette(const ActionRegistry& actions, PaletteSources sources, QWidget* window)
    : QFrame(window),
      m_actions(actions),
      m_sources(std::move(sources)),
      m_field(new QLineEdit),
      m_list(new QTreeWidget) {
  setObjectName(QStringLiteral("commandPalette"));
  named(this, tr("Commands"));
  named(m_field, tr("Command"),
        tr("Type part of the name of a command, a setting, a run or a clip; Enter takes the selected one"));
  m_field->setPlaceholderText(tr("Find a command, setting, run or clip"));
  m_field->installEventFilter(this);
  named(m_list, tr("Matching commands"));
  m_list->setColumnCount(2);
  m_list->header()->hide();
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  m_list->setRootIsDecorated(false);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setFocusPolicy(Qt::NoFocus);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->addWidget(m_field);
  column->addWidget(m_list);
  connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::showMatches);
  connect(m_field, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
  connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
  hide();
}

void CommandPalette::open() {
  m_focusBefore = QApplication::focusWidget();
  const QSize room = parentWidget()->size();
  const int width = std::min(fontMetrics().averageCharWidth() * 80, room.width() - 40);
  setGeometry((room.width() - width) / 2, 56, width, std::min(420, room.height() - 100));
  m_field->clear();
  showMatches({});
  show();
  raise();
  m_field->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::close() {
  hide();
  if (m_focusBefore != nullptr) m_focusBefore->setFocus();
  m_focusBefore = nullptr;
}

std::vector<PaletteRow> CommandPalette::commandsFor(const QString& typed) const {
  std::vector<PaletteRow> rows;
  for (QAction* const action : m_actions.actions()) {
    if (!action->isEnabled() || !action->isVisible()) continue;
    if (action->objectName() == QLatin1String("app.palette")) continue;
    if (const int score = matchScore(action->iconText(), typed); score > 0)
      rows.push_back({score, action->icon(), action->iconText(),
                      action->shortcut().toString(QKeySequence::NativeText), action->whatsThis(),
                      [action] { action->trigger(); }});
  }
  return rows;
}

void CommandPalette::showMatches(const QString& typed) {
  m_list->clear();
  m_rows.clear();
  std::vector<PaletteRow> rows = commandsFor(typed);
  const QString words = typed.trimmed();
  if (words.size() < shortestWord) return addRows(std::move(rows));
  std::ranges::move(m_sources.now(words), std::back_inserter(rows));
  std::ranges::stable_sort(rows, std::greater(), &PaletteRow::score);
  addRows(std::move(rows));
  m_sources.later(words, [palette = QPointer(this), typed](std::vector<PaletteRow> found) {
    const bool isWanted = palette && palette->isVisible() && palette->m_field->text() == typed;
    if (isWanted) palette->addRows(std::move(found));
  });
}

void CommandPalette::addRows(std::vector<PaletteRow> rows) {
  for (PaletteRow& row : rows) {
    auto* const item = new QTreeWidgetItem(m_list, {row.text, row.beside});
    item->setIcon(0, row.icon);
    item->setToolTip(0, row.help);
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setForeground(1, palette().color(QPalette::PlaceholderText));
    m_rows.push_back(std::move(row));
  }
  if (m_list->currentItem() == nullptr) m_list->setCurrentItem(m_list->topLevelItem(0));
}

void CommandPalette::runCurrent() {
  const int place = m_list->indexOfTopLevelItem(m_list->currentItem());
  if (place < 0) return;
  const std::function<void()> go = m_rows[static_cast<size_t>(place)].go;
  close();
  go();
}

bool CommandPalette::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::FocusOut && isVisible()) {
    m_focusBefore = nullptr;  // the user focused another widget
    close();
  }
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(object, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Escape) {
    close();
    return true;
  }
  if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
    QApplication::sendEvent(m_list, event);
    return true;
  }
  return QFrame::eventFilter(object, event);
}

void CommandPalette::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  painter.setPen(palette().color(QPalette::Highlight));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace fw::ui
