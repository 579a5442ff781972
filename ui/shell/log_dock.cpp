// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/log_dock.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>

#include "ui/shell/diagnostics.h"
#include "ui/shell/log_model.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"
#include "ui/widgets/action_registry.h"
#include "ui/widgets/command_row.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/scrolled.h"

namespace fw::ui {

namespace {

constexpr int messageLetters = 24;  // the full message is in its tooltip

}  // namespace

LogDock::LogDock(EngineBridge& bridge, LogModel& log, ActionRegistry& actions, QWidget* parent)
    : QDockWidget(tr("Log"), parent),
      m_log(log),
      m_filter(new LogFilter(this)),
      m_table(new FlatTable(QStringLiteral("log"), tr("Log lines"),
                            tr("No lines at this level, or none with this text."))),
      m_level(new QComboBox),
      m_search(new QLineEdit) {
  setObjectName(QStringLiteral("logDock"));
  named(this, tr("Log"));
  m_filter->setSourceModel(&m_log);
  makeTable();
  auto* const content = new QWidget;
  auto* const column = new QVBoxLayout(content);
  column->setContentsMargins(4, 0, 4, 4);
  column->setSpacing(2);
  column->addWidget(makeControls(bridge, actions));
  column->addWidget(m_table);
  setWidget(new Scrolled(content, windowTitle()));
  connect(m_filter, &QAbstractItemModel::rowsInserted, this, [this] {
    if (m_follow->isChecked()) m_table->scrollToBottom();
  });
}

void LogDock::makeTable() {
  m_table->setModel(m_filter);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_table->header()->resizeSection(LogModel::TimeColumn, 110);
  m_table->header()->resizeSection(LogModel::LevelColumn, 95);
  m_table->setHiddenFirst({LogModel::TimeColumn, LogModel::LevelColumn}, messageLetters);
  // New lines must not scroll away older lines being read.
  connect(m_table->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
    const QScrollBar* const bar = m_table->verticalScrollBar();
    m_follow->setChecked(bar->sliderPosition() == bar->maximum());
  });
}

QWidget* LogDock::makeControls(const EngineBridge& bridge, ActionRegistry& actions) {
  named(kept(m_level, "log.level"), tr("Level"), tr("Shows lines of this level and above"));
  m_level->addItem(tr("All lines"), spdlog::level::trace);
  m_level->addItem(tr("Information"), spdlog::level::info);
  m_level->addItem(icon("warning", Tint::warning), tr("Warnings"), spdlog::level::warn);
  m_level->addItem(icon("error", Tint::bad), tr("Errors"), spdlog::level::err);
  m_level->setCurrentIndex(1);
  m_filter->setMinimumLevel(spdlog::level::info);
  connect(m_level, &QComboBox::currentIndexChanged, this, [this] {
    m_filter->setMinimumLevel(static_cast<spdlog::level::level_enum>(m_level->currentData().toInt()));
  });
  named(kept(m_search, "log.text"), tr("Search the log"));
  m_search->setPlaceholderText(tr("Search"));
  m_search->setClearButtonEnabled(true);
  m_search->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
  connect(m_search, &QLineEdit::textChanged, m_filter, &LogFilter::setText);

  m_follow = actions.addToggle(
      {QStringLiteral("log.follow"), tr("&Follow new lines"), "follow",
       QKeySequence(QStringLiteral("Ctrl+Shift+F")), tr("Keeps the newest log line in view.")},
      [this](bool on) {
        if (on) m_table->scrollToBottom();
      });
  kept(m_follow, "log.follow")->setChecked(true);
  actions.add({QStringLiteral("log.search"), tr("&Search the log"), "search",
               QKeySequence(QStringLiteral("Ctrl+Alt+Shift+F")), tr("Moves to the search field of the log.")},
              [this] {
                show();
                raise();
                m_search->setFocus(Qt::ShortcutFocusReason);
                m_search->selectAll();
              });
  QAction* const copy = actions.addScoped(
      this,
      {QStringLiteral("log.copy"), tr("&Copy lines"), "copy", QKeySequence(QStringLiteral("Ctrl+C")),
       tr("Copies the selected log lines, or all that are shown.")},
      [this] { QGuiApplication::clipboard()->setText(textToCopy()); });
  QAction* const copyAll = actions.addScoped(
      this,
      {QStringLiteral("log.copyAll"), tr("Copy &all lines"), "copy",
       QKeySequence(QStringLiteral("Ctrl+Alt+Shift+C")), tr("Copies all log lines that are shown.")},
      [this] { QGuiApplication::clipboard()->setText(textOf(allLines())); });
  QAction* const diagnostics =
      actions.add({QStringLiteral("log.diagnostics"), tr("Copy &diagnostics"), "diagnostics",
                   QKeySequence(QStringLiteral("Ctrl+Shift+C")),
                   tr("Copies versions, devices and the newest log lines, for a bug report.")},
                  [&bridge, this] { QGuiApplication::clipboard()->setText(diagnosticsText(bridge, m_log)); });
  m_table->addActions({copy, copyAll, diagnostics});

  auto* const bar = named(new CommandRow, tr("Log commands"));
  for (QAction* const action : {m_follow, copy, diagnostics}) bar->add(action);
  auto* const controls = new QWidget;
  auto* const row = new QHBoxLayout(controls);
  row->setContentsMargins(2, 2, 2, 2);
  row->addWidget(m_level);
  row->addWidget(m_search, 1);
  row->addWidget(bar);
  return controls;
}

void LogDock::showLine(const Fault& fault) {
  show();
  raise();
  m_level->setCurrentIndex(0);
  m_search->clear();
  const int row = m_log.newestRowOf(fault);
  if (row < 0) return;
  const QModelIndex line = m_filter->mapFromSource(m_log.index(row, LogModel::TextColumn));
  m_follow->setChecked(false);
  m_table->setCurrentIndex(line);
  m_table->scrollTo(line, QAbstractItemView::PositionAtCenter);
  m_table->setFocus();
}

QString LogDock::textToCopy() const {
  const QModelIndexList lines = m_table->selectionModel()->selectedRows();
  return textOf(lines.isEmpty() ? allLines() : lines);
}

QModelIndexList LogDock::allLines() const {
  QModelIndexList lines;
  for (int row = 0; row < m_filter->rowCount(); ++row) lines << m_filter->index(row, 0);
  return lines;
}

QString LogDock::textOf(QModelIndexList lines) const {
  std::sort(lines.begin(), lines.end());
  QStringList texts;
  for (const QModelIndex& line : lines) texts << m_log.lineText(m_filter->mapToSource(line).row());
  return texts.join(QLatin1Char('\n'));
}

}  // namespace fw::ui
