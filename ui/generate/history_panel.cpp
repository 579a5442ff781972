// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/history_panel.h"

#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/widgets/accessible.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/reveal.h"
#include "ui/widgets/wrap_label.h"

namespace fw::ui {

HistoryPanel::HistoryPanel(ActionRegistry& actions, QWidget* parent)
    : QWidget(parent),
      m_grid(new ClipGrid),
      m_empty(new WrapLabel(tr("No clips yet. The clips you generate appear here, with their recipes."))) {
  m_grid->setModel(&m_history);
  m_grid->setObjectName(QStringLiteral("generate.history"));
  m_grid->setSelectionMode(QAbstractItemView::SingleSelection);
  named(m_grid, tr("Generated clips"), tr("Newest first. Enter plays a clip."));
  makeActions(actions);
  auto* const title = new QLabel(tr("Clips"));
  setBold(*title);
  auto* const head = new QHBoxLayout;
  head->addWidget(title);
  auto* const commands = new CommandRow;
  head->addWidget(commands, 1);
  for (QAction* const action : {m_use, m_reveal, m_remove}) {
    commands->add(action);
    m_grid->addAction(action);
  }
  commands->alignRight();
  m_grid->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setForegroundRole(QPalette::PlaceholderText);
  auto* const column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addLayout(head);
  column->addWidget(m_empty);
  column->addWidget(m_grid, 1);

  connect(m_grid, &QAbstractItemView::clicked, this, [this] {
    if (const MadeClip* const clip = chosen()) Q_EMIT playRequested(clip->file);
  });
  connect(m_grid->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
    showChosen();
    // Arrow keys play clips while moving; added and removed rows do not.
    if (const MadeClip* const clip = chosen(); clip != nullptr && m_grid->hasFocus())
      Q_EMIT playRequested(clip->file);
  });
  connect(m_grid, &QAbstractItemView::activated, this, [this] {
    if (const MadeClip* const clip = chosen()) Q_EMIT playRequested(clip->file);
  });
  connect(&m_history, &QAbstractItemModel::dataChanged, this, &HistoryPanel::showChosen);
  connect(&m_history, &QAbstractItemModel::modelReset, this, &HistoryPanel::showChosen);
  connect(&m_history, &ClipHistory::listed, this, [this] {
    if (!m_wanted.isEmpty()) select(std::exchange(m_wanted, {}));
    showChosen();
  });
  showChosen();
}

void HistoryPanel::makeActions(ActionRegistry& actions) {
  m_use =
      actions.addScoped(m_grid,
                        {QStringLiteral("generate.useRecipe"), tr("&Use this recipe"), "use",
                         QKeySequence(QStringLiteral("Ctrl+U")),
                         tr("Fills the form with the settings of the selected clip, including its seed.")},
                        [this] {
                          if (const MadeClip* const clip = chosen(); clip != nullptr && clip->recipe)
                            Q_EMIT recipeRequested(clip->recipe->request);
                        });
  m_reveal = actions.addScoped(
      m_grid,
      {QStringLiteral("generate.reveal"), tr("&Show in file manager"), "folder",
       QKeySequence(QStringLiteral("Ctrl+Alt+R")), tr("Shows the selected clip's file in the file manager.")},
      [this] {
        if (const MadeClip* const clip = chosen()) revealInFiles(clip->file);
      });
  m_remove = actions.addScoped(
      m_grid,
      {QStringLiteral("generate.remove"), tr("&Move to trash…"), "trash", QKeySequence(QKeySequence::Delete),
       tr("Moves the selected clip to the trash, with the files that belong to it.")},
      [this] { askToRemove(); });
}

const MadeClip* HistoryPanel::chosen() const {
  return m_history.clip(m_grid->currentIndex());
}

void HistoryPanel::showChosen() {
  const MadeClip* const clip = chosen();
  m_use->setEnabled(clip != nullptr && clip->recipe);
  m_reveal->setEnabled(clip != nullptr);
  m_remove->setEnabled(clip != nullptr && !m_isReadOnly);
  m_empty->setVisible(m_history.rowCount() == 0);
  m_grid->setVisible(m_history.rowCount() > 0);
}

void HistoryPanel::setReadOnly(bool isReadOnly) {
  m_isReadOnly = isReadOnly;
  showChosen();
}

QString HistoryPanel::chosenFile() const {
  const MadeClip* const clip = chosen();
  return clip != nullptr ? clip->file : m_wanted;
}

void HistoryPanel::select(const QString& file) {
  const QModelIndex index = m_history.indexOf(file);
  if (!index.isValid()) {
    m_wanted = file;
    return;
  }
  m_grid->setCurrentIndex(index);
  Q_EMIT selected(file);
}

void HistoryPanel::askToRemove() {
  const MadeClip* const clip = chosen();
  if (clip == nullptr) return;
  const QString file = clip->file;
  QMessageBox question(QMessageBox::Question, tr("Move to trash?"),
                       tr("The clip “%1” will be moved to the trash.")
                           .arg(fontMetrics().elidedText(clip->prompt(), Qt::ElideRight, 300)),
                       QMessageBox::NoButton, window());
  question.setInformativeText(tr("You can restore it from there."));
  question.setObjectName(QStringLiteral("trashQuestion"));
  QPushButton* const remove = question.addButton(tr("&Move to trash"), QMessageBox::DestructiveRole);
  remove->setObjectName(QStringLiteral("moveToTrash"));
  QPushButton* const keep = question.addButton(tr("&Cancel"), QMessageBox::RejectRole);
  question.setDefaultButton(keep);
  question.setEscapeButton(keep);
  question.exec();
  if (question.clickedButton() != remove) return;
  Q_EMIT removing(file);
  m_history.moveToTrash(file);
}

}  // namespace fw::ui
