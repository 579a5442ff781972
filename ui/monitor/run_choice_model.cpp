// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/monitor/run_choice_model.h"

#include <QGuiApplication>
#include <QIcon>
#include <QPainter>
#include <QPixmap>

#include "ui/charts/chart_colors.h"
#include "ui/state/run_list_model.h"

namespace fw::ui {

namespace {

QIcon swatch(int color) {
  QPixmap picture(32, 32);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(seriesColor(color, QGuiApplication::palette()));
  painter.drawEllipse(QRectF(6, 6, 20, 20));
  return QIcon(picture);
}

}  // namespace

RunChoiceModel::RunChoiceModel(RunListModel& runs, QObject* parent)
    : QIdentityProxyModel(parent), m_runs(runs) {
  setSourceModel(&runs);
}

QString RunChoiceModel::folder(const QModelIndex& index) const {
  const auto row = static_cast<size_t>(index.row());
  return index.isValid() && row < m_runs.runs().size() ? m_runs.runs()[row].folder : QString();
}

QModelIndex RunChoiceModel::indexOf(const QString& folder) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (this->folder(index(row, 0)) == folder) return index(row, 0);
  }
  return {};
}

QVariant RunChoiceModel::data(const QModelIndex& index, int role) const {
  if (index.column() == RunListModel::NameColumn) {
    const QString run = folder(index);
    if (role == Qt::CheckStateRole) return m_checked.contains(run) ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::DecorationRole && shown().size() > 1 && shown().contains(run))
      return swatch(colorOf(run));
  }
  return QIdentityProxyModel::data(index, role);
}

bool RunChoiceModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const QString run = folder(index);
  if (role != Qt::CheckStateRole || run.isEmpty()) return false;
  m_checked.removeAll(run);
  if (value.toInt() == Qt::Checked) m_checked.append(run);
  giveColor(run);
  tellColumns();
  Q_EMIT shownChanged();
  return true;
}

Qt::ItemFlags RunChoiceModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QIdentityProxyModel::flags(index);
  return index.column() == RunListModel::NameColumn ? flags | Qt::ItemIsUserCheckable : flags;
}

void RunChoiceModel::check(const QStringList& folders) {
  m_checked = folders;
  for (const QString& folder : folders) giveColor(folder);
  tellColumns();
  Q_EMIT shownChanged();
}

void RunChoiceModel::setMain(const QString& folder) {
  if (folder == m_main) return;
  m_main = folder;
  giveColor(folder);
  tellColumns();
  Q_EMIT shownChanged();
}

QStringList RunChoiceModel::shown() const {
  QStringList shown;
  if (m_runs.run(m_main) != nullptr) shown << m_main;
  for (const QString& folder : m_checked) {
    if (folder != m_main && m_runs.run(folder) != nullptr) shown << folder;
  }
  return shown;
}

void RunChoiceModel::giveColor(const QString& folder) {
  for (QString& owner : m_colors) {
    if (owner != m_main && !m_checked.contains(owner)) owner.clear();
  }
  if (m_colors.contains(folder) || (folder != m_main && !m_checked.contains(folder))) return;
  const auto free = m_colors.indexOf(QString());
  free < 0 ? m_colors.append(folder) : m_colors.replace(free, folder);
}

void RunChoiceModel::tellColumns() {
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

}  // namespace fw::ui
