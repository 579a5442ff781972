// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIdentityProxyModel>
#include <QStringList>

namespace fw::ui {

class RunListModel;

/// The project's runs, each with a checkbox that overlays its curves on those of the selected run, and its
/// colour. GUI thread only.
class RunChoiceModel : public QIdentityProxyModel {
  Q_OBJECT
 public:
  explicit RunChoiceModel(RunListModel& runs, QObject* parent = nullptr);

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  QString folder(const QModelIndex& index) const;
  QModelIndex indexOf(const QString& folder) const;
  /// The checked runs, in the order of checking.
  const QStringList& checked() const { return m_checked; }
  void check(const QStringList& folders);
  /// The displayed run: always shown, checked or not.
  void setMain(const QString& folder);
  const QString& main() const { return m_main; }
  /// The main run, then the checked ones in the order of checking.
  QStringList shown() const;
  /// Index for seriesColor(); fixed while the run is shown.
  int colorOf(const QString& folder) const { return static_cast<int>(m_colors.indexOf(folder)); }

 Q_SIGNALS:
  void shownChanged();

 private:
  void giveColor(const QString& folder);
  void tellColumns();

  RunListModel& m_runs;
  QString m_main;
  QStringList m_checked;
  QStringList m_colors;  // the index is the colour; empty: free
};

}  // namespace fw::ui
