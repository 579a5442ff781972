// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIdentityProxyModel>
#include <QStringList>

namespace fw::ui {

class RunListModel;

/// The runs of the project, each with a box that lays its curves over those of the chosen one, and the colour
/// of its curves. GUI thread only.
class RunChoiceModel : public QIdentityProxyModel {
  Q_OBJECT
 public:
  explicit RunChoiceModel(RunListModel& runs, QObject* parent = nullptr);

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  QString folder(const QModelIndex& index) const;
  QModelIndex indexOf(const QString& folder) const;
  /// Those with a tick, in the order in which they got it.
  const QStringList& checked() const { return m_checked; }
  void check(const QStringList& folders);
  /// The run that is looked at: always shown, whether it is checked or not.
  void setMain(const QString& folder);
  const QString& main() const { return m_main; }
  /// The main run, then the others that are checked, in the order of their checking.
  QStringList shown() const;
  /// Of seriesColor(); it stays with the run while that is shown.
  int colorOf(const QString& folder) const { return static_cast<int>(m_colors.indexOf(folder)); }

 Q_SIGNALS:
  void shownChanged();

 private:
  void giveColor(const QString& folder);
  void tellColumns();

  RunListModel& m_runs;
  QString m_main;
  QStringList m_checked;
  QStringList m_colors;  // the place is the colour; empty: free
};

}  // namespace fw::ui
