// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/device_check/device_check_model.h"

#include <QLocale>

#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "ui/device_check/device_report.h"
#include "ui/state/job_list_model.h"

namespace fw::ui {

DeviceCheckModel::DeviceCheckModel(JobListModel& jobs, QObject* parent) : QAbstractTableModel(parent) {
  connect(&jobs, &JobListModel::jobEnded, this, &DeviceCheckModel::addResult);
}

int DeviceCheckModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DeviceCheckModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant DeviceCheckModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = m_rows[static_cast<size_t>(index.row())];
  if (role == Qt::TextAlignmentRole && index.column() >= ProductColumn)
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && index.column() == DeviceColumn) return row.device;
  if (role != Qt::DisplayRole) return {};
  const QLocale locale;
  switch (index.column()) {
    case TimeColumn:
      return locale.toString(row.time.time(), QLocale::ShortFormat);
    case DeviceColumn:
      return row.name;
    case TypeColumn:
      return row.type;
    case ProductColumn:
      return QStringLiteral("%1 TFLOP/s")
          .arg(locale.toString(row.teraflops, 'f',
                               row.teraflops < 0.1  ? 4
                               : row.teraflops < 10 ? 2
                                                    : 0));
    case CopyColumn:
      return QStringLiteral("%1 GB/s").arg(locale.toString(row.copyGbPerS, 'f', 1));
    case UploadColumn:
      return row.uploadGbPerS > 0 ? QStringLiteral("%1 GB/s").arg(locale.toString(row.uploadGbPerS, 'f', 1))
                                  : tr("none");
    default:
      return locale.toString(row.relativeError, 'e', 1);
  }
}

QVariant DeviceCheckModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section >= ProductColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  const bool help = role == Qt::ToolTipRole;
  if (role != Qt::DisplayRole && !help) return {};
  switch (section) {
    case TimeColumn:
      return help ? tr("When the check ended") : tr("Time");
    case DeviceColumn:
      return help ? tr("Name given by the manufacturer") : tr("Device");
    case TypeColumn:
      return help ? tr("Data type of the matrices") : tr("Data type");
    case ProductColumn:
      return help ? tr("Speed of a large matrix product, which takes most of the training time")
                  : tr("Matrix product");
    case CopyColumn:
      return help ? tr("Bandwidth of the device's own memory") : tr("Copy");
    case UploadColumn:
      return help ? tr("Bandwidth from host memory to the GPU, which limits block streaming") : tr("Upload");
    default:
      return help ? tr("Largest error compared with 64-bit arithmetic, relative to the row")
                  : tr("Largest error");
  }
}

void DeviceCheckModel::addResult(const JobRow& job) {
  if (job.kind != engine_api::DeviceCheckRequest::kind || job.state != engine_api::JobState::finished) return;
  const auto report = job.result.get<engine_api::DeviceCheckReport>();
  if (report.devices.empty()) return;
  m_report = deviceReport(report);
  beginInsertRows({}, 0, static_cast<int>(report.devices.size()) - 1);
  std::vector<Row> rows;
  for (const engine_api::DeviceFigures& device : report.devices) {
    rows.push_back({QDateTime::fromMSecsSinceEpoch(job.endedMs), QString::fromStdString(device.device),
                    QString::fromStdString(device.name), QString::fromStdString(device.dtype), device.tflops,
                    device.copy_gb_per_s, device.upload_gb_per_s, device.max_relative_error});
  }
  m_rows.insert(m_rows.begin(), rows.begin(), rows.end());
  endInsertRows();
}

}  // namespace fw::ui
