// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/row_fault_card.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/reveal.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

namespace {

constexpr int shownRows = 2000;  // the result keeps all of them; nobody reads more
constexpr int mostRowsInView = 5;

/// The file of the fault, or of its line.
QString fileOf(const interchange::RowFault& row) {
  const auto named = row.fault.arguments.find("file");
  const bool isNamed = row.list.empty() && named != row.fault.arguments.end();
  return QString::fromStdString(isNamed ? named->second : row.list);
}

QString placeText(const interchange::RowFault& row, const RowFaultCard::ClipNames& names) {
  if (const auto name = names.find(row.clip); name != names.end()) return name->second;
  const QString file = QFileInfo(fileOf(row)).fileName();
  return row.line == 0 ? file : RowFaultCard::tr("%1, line %2").arg(file).arg(row.line);
}

}  // namespace

RowFaultCard::RowFaultCard(QWidget* parent)
    : Card(tr("Problems"), parent),
      m_summary(new WrapLabel),
      m_rows(new QStandardItemModel(this)),
      m_table(new FlatTable(QStringLiteral("rowFaults"), tr("Problems"), tr("No problems."))),
      m_select(addCommand("dataset", tr("Select the clip"), &RowFaultCard::selectClips)),
      m_retry(addCommand("reload", tr("Try again"), &RowFaultCard::retry)),
      m_dismiss(addCommand("remove", tr("Dismiss"), &RowFaultCard::dismiss)),
      m_reveal(addCommand("folder", tr("Show in file manager"), &RowFaultCard::reveal)) {
  m_retry->setObjectName(QStringLiteral("problems.retry"));
  m_dismiss->setObjectName(QStringLiteral("problems.dismiss"));
  m_retry->setWhatsThis(tr("Imports the selected files again, or all of them, once they are mended."));
  m_dismiss->setWhatsThis(tr("Takes the selected problems off the list. Nothing else changes."));
  for (QAction* const action : {m_retry, m_dismiss}) action->setToolTip(action->whatsThis());
  m_dismiss->setShortcut(QKeySequence(Qt::Key_Delete));
  m_dismiss->setShortcutContext(Qt::WidgetShortcut);
  m_dismiss->setAutoRepeat(false);  // holding the key down would dismiss all of them
  m_table->setModel(m_rows);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setWordWrap(true);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  for (const auto signal : {&QAbstractItemView::clicked, &QAbstractItemView::activated})
    connect(m_table, signal, this, &RowFaultCard::selectClips);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &RowFaultCard::updateCommands);
  auto* const close = named(new QPushButton(icon("close"), tr("Close")), tr("Close the list of problems"));
  connect(close, &QPushButton::clicked, this, &QWidget::hide);
  m_retryButton = actionButton(m_retry);
  m_dismissButton = actionButton(m_dismiss);
  auto* const row = new QHBoxLayout;
  row->addWidget(m_summary, 1);
  for (QPushButton* const button : {m_retryButton, m_dismissButton, close}) row->addWidget(button);
  body()->addLayout(row);
  body()->addWidget(m_table);
  hide();
}

QAction* RowFaultCard::addCommand(const char* iconName, const QString& text,
                                  void (RowFaultCard::*handler)()) {
  auto* const action = new QAction(icon(iconName), text, this);
  connect(action, &QAction::triggered, this, handler);
  m_table->addAction(action);
  return action;
}

void RowFaultCard::showResult(const QString& summary, const std::vector<interchange::RowFault>& faults,
                              const std::vector<interchange::RowFault>& warnings, Of of,
                              const ClipNames& clipNames) {
  // A job without problems must not clear an import's open problems.
  if (of == Of::other && m_of == Of::import && faults.empty() && warnings.empty()) return;
  std::vector<interchange::RowFault> selected;
  if (m_table->selectionModel()->hasSelection())
    for (const int row : chosenRows()) selected.push_back(m_shown[static_cast<size_t>(row)]);
  const int first = selected.empty() ? -1 : chosenRows().front();
  const bool isSameList = std::exchange(m_of, of) == of;
  m_rows->clear();
  m_shown.clear();
  m_rows->setHorizontalHeaderLabels({tr("Where"), tr("Problem"), tr("Fix")});
  m_table->header()->setSectionResizeMode(QHeaderView::Stretch);
  m_table->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  addRows(faults, "error", clipNames);
  addRows(warnings, "warning", clipNames);
  m_summary->setText(summary);
  if (isSameList) selectAgain(selected, first);
  for (QPushButton* const button : {m_retryButton, m_dismissButton}) button->setVisible(of == Of::import);
  for (QAction* const action : {m_retry, m_dismiss}) action->setVisible(of == Of::import);
  m_select->setVisible(std::ranges::any_of(m_shown, [](const auto& row) { return row.clip > 0; }));
  updateCommands();
  setVisible(count() > 0);
  // Only as high as its rows: the clips above are what the user works on.
  m_table->setFixedHeight(m_table->header()->sizeHint().height() + 4 +
                          std::min(count(), mostRowsInView) * std::max(1, m_table->sizeHintForRow(0)));
}

/// Restores the selection; if none of the rows is left, selects the row now in the first one's place.
void RowFaultCard::selectAgain(const std::vector<interchange::RowFault>& faults, int place) {
  QItemSelectionModel& selection = *m_table->selectionModel();
  const auto select = [&](int row) {
    selection.select(m_rows->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    selection.setCurrentIndex(m_rows->index(row, 0), QItemSelectionModel::NoUpdate);
  };
  for (int row = 0; row < count(); ++row)
    if (std::ranges::find(faults, m_shown[static_cast<size_t>(row)]) != faults.end()) select(row);
  if (place >= 0 && !selection.hasSelection() && count() > 0) select(std::min(place, count() - 1));
}

int RowFaultCard::count() const {
  return m_rows->rowCount();
}

std::vector<int> RowFaultCard::chosenRows() const {
  const QItemSelectionModel& selection = *m_table->selectionModel();
  std::vector<int> rows;
  for (int row = 0; row < count(); ++row)
    if (!selection.hasSelection() || selection.isRowSelected(row)) rows.push_back(row);
  return rows;
}

void RowFaultCard::updateCommands() {
  const bool isChosen = m_table->selectionModel()->hasSelection();
  m_select->setEnabled(isChosen);
  m_reveal->setEnabled(isChosen);
  m_dismiss->setEnabled(isChosen);
}

void RowFaultCard::selectClips() {
  if (!m_table->selectionModel()->hasSelection()) return;
  std::vector<int64_t> clips;
  for (const int row : chosenRows()) {
    const int64_t clip = m_shown[static_cast<size_t>(row)].clip;
    if (clip > 0 && std::ranges::find(clips, clip) == clips.end()) clips.push_back(clip);
  }
  if (!clips.empty()) Q_EMIT clipsRequested(clips);
}

void RowFaultCard::retry() {
  QStringList paths;
  for (const int row : chosenRows()) {
    const QString path = fileOf(m_shown[static_cast<size_t>(row)]);
    if (!path.isEmpty() && !paths.contains(path)) paths << path;
  }
  if (!paths.isEmpty()) Q_EMIT retryRequested(paths);
}

void RowFaultCard::dismiss() {
  if (m_of != Of::import || !m_table->selectionModel()->hasSelection()) return;
  std::vector<interchange::RowFault> rows;
  for (const int row : chosenRows()) rows.push_back(m_shown[static_cast<size_t>(row)]);
  Q_EMIT dismissRequested(rows);
}

void RowFaultCard::reveal() {
  const int row = m_table->currentIndex().row();
  if (row < 0) return;
  const QString path = fileOf(m_shown[static_cast<size_t>(row)]);
  if (!path.isEmpty()) revealInFiles(path);
}

void RowFaultCard::clear() {
  m_rows->clear();
  m_shown.clear();
  hide();
}

void RowFaultCard::addRows(const std::vector<interchange::RowFault>& rows, const char* iconName,
                           const ClipNames& names) {
  const Tint tint = qstrcmp(iconName, "error") == 0 ? Tint::bad : Tint::warning;
  for (const interchange::RowFault& row : rows) {
    if (m_rows->rowCount() >= shownRows) return;
    auto* const place = new QStandardItem(icon(iconName, tint), placeText(row, names));
    const QString text = faultText(row.fault);
    const QString file = fileOf(row);
    QString inShort = text;  // the folder would push the problem out of view
    if (!file.isEmpty()) inShort.replace(file, QFileInfo(file).fileName());
    auto* const what = new QStandardItem(inShort);
    auto* const hint = new QStandardItem(faultHint(row.fault));
    place->setToolTip(row.clip > 0 ? tr("A click selects the clip.") : QString::fromStdString(row.list));
    what->setToolTip(text);
    hint->setToolTip(hint->text());
    what->setSizeHint({0, 2 * fontMetrics().lineSpacing() + 6});  // two lines for a sentence
    m_rows->appendRow({place, what, hint});
    m_shown.push_back(row);
  }
}

}  // namespace fw::ui
