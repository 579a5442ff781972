// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <deque>

#include "base/log.h"
#include "ui/state/mailbox.h"

namespace fw::ui {

/// The newest log lines of this session: time, level, text. GUI thread only.
class LogModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { TimeColumn, LevelColumn, TextColumn, ColumnCount };
  enum Role { LevelRole = Qt::UserRole + 1 };
  static constexpr int maximumLines = 20000;  ///< older ones are in the log file

  explicit LogModel(QObject* parent = nullptr);
  ~LogModel() override;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  /// "12:34:56.789  warning  text", in English, as in the file.
  QString lineText(int row) const;
  /// -1: not in the log.
  int newestRowOf(const Fault& fault) const;

 private:
  void append(std::span<const log::Line> lines);

  Mailbox<log::Line> m_mailbox;
  std::deque<log::Line> m_lines;
  int m_listener = 0;
};

/// Lines at or above a level that contain a text, ignoring case.
class LogFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void setMinimumLevel(spdlog::level::level_enum level);
  void setText(const QString& text);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  spdlog::level::level_enum m_level = spdlog::level::trace;
  QString m_text;
};

}  // namespace fw::ui
