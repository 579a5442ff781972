// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QDateTime>
#include <vector>

namespace fw::ui {

class JobListModel;
struct JobRow;

/// The results of this session's device checks, newest first, one row per device. GUI thread only.
class DeviceCheckModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column {
    TimeColumn,
    DeviceColumn,
    TypeColumn,
    ProductColumn,
    CopyColumn,
    UploadColumn,
    ErrorColumn,
    ColumnCount
  };

  explicit DeviceCheckModel(JobListModel& jobs, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  /// Findings of the latest check in sentences; empty before the first.
  QString report() const { return m_report; }

 private:
  struct Row {
    QDateTime time;
    QString device;
    QString name;
    QString type;
    double teraflops;
    double copyGbPerS;
    double uploadGbPerS;
    double relativeError;
  };
  void addResult(const JobRow& job);

  std::vector<Row> m_rows;
  QString m_report;
};

}  // namespace fw::ui
