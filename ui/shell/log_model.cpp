// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/log_model.h"

#include <QCoreApplication>
#include <QDateTime>

#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"

namespace fw::ui {

namespace {

constexpr int dropAtOnce = 1000;  // so that a full log does not move all rows for each line

QString timeOf(const log::Line& line) {
  return QDateTime::fromMSecsSinceEpoch(line.time_ms).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString levelName(spdlog::level::level_enum level) {
  if (level >= spdlog::level::err) return LogModel::tr("Error");
  if (level == spdlog::level::warn) return LogModel::tr("Warning");
  return level == spdlog::level::info ? LogModel::tr("Info") : LogModel::tr("Debug");
}

QIcon levelIcon(spdlog::level::level_enum level) {
  if (level >= spdlog::level::err) return icon("error", Tint::bad);
  return level == spdlog::level::warn ? icon("warning", Tint::warning) : icon("info");
}

/// Faults in the window's language; other lines are the engine's free text.
QString textOf(const log::Line& line) {
  if (!line.fault) return QString::fromStdString(line.text);
  const QString about = QCoreApplication::translate("log", std::string(line.about.text).c_str())
                            .replace(QLatin1String("{job}"), QString::number(line.about.job));
  return QStringLiteral("%1%2 [%3]")
      .arg(about, faultWithHint(*line.fault), QString::fromStdString(line.fault->code));
}

}  // namespace

LogModel::LogModel(QObject* parent)
    : QAbstractTableModel(parent),
      m_mailbox(this, [this](std::span<const log::Line> lines) { append(lines); }) {
  m_listener = log::add_listener([this](const log::Line& line) { m_mailbox.post({&line, 1}); });
}

LogModel::~LogModel() {
  log::remove_listener(m_listener);
}

int LogModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int LogModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const log::Line& line = m_lines[static_cast<size_t>(index.row())];
  if (role == LevelRole) return static_cast<int>(line.level);
  if (role == Qt::DecorationRole && index.column() == LevelColumn) return levelIcon(line.level);
  if (role == Qt::ToolTipRole && index.column() == TextColumn) return textOf(line);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case TimeColumn:
      return timeOf(line);
    case LevelColumn:
      return levelName(line.level);
    default:
      return textOf(line);
  }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case TimeColumn:
      return tr("Time");
    case LevelColumn:
      return tr("Level");
    default:
      return tr("Message");
  }
}

QString LogModel::lineText(int row) const {
  const log::Line& line = m_lines[static_cast<size_t>(row)];
  const auto level = spdlog::level::to_string_view(line.level);
  return QStringLiteral("%1  %2  %3")
      .arg(timeOf(line), QString::fromUtf8(level.data(), static_cast<qsizetype>(level.size())),
           QString::fromStdString(line.text));
}

int LogModel::newestRowOf(const Fault& fault) const {
  for (int row = rowCount() - 1; row >= 0; --row)
    if (m_lines[static_cast<size_t>(row)].fault == fault) return row;
  return -1;
}

void LogModel::append(std::span<const log::Line> lines) {
  const int before = static_cast<int>(m_lines.size());
  beginInsertRows({}, before, before + static_cast<int>(lines.size()) - 1);
  m_lines.insert(m_lines.end(), lines.begin(), lines.end());
  endInsertRows();
  if (m_lines.size() <= maximumLines) return;
  beginRemoveRows({}, 0, dropAtOnce - 1);
  m_lines.erase(m_lines.begin(), m_lines.begin() + dropAtOnce);
  endRemoveRows();
}

void LogFilter::setMinimumLevel(spdlog::level::level_enum level) {
  m_level = level;
  invalidateFilter();
}

void LogFilter::setText(const QString& text) {
  m_text = text;
  invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex line = sourceModel()->index(row, LogModel::TextColumn, parent);
  if (line.data(LogModel::LevelRole).toInt() < m_level) return false;
  return m_text.isEmpty() || line.data().toString().contains(m_text, Qt::CaseInsensitive);
}

}  // namespace fw::ui
