// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QAbstractButton;
class QButtonGroup;
class QVBoxLayout;

namespace fw::ui {

/// The column of pages at the left: one exclusive button per page; arrow keys move between them. GUI thread
/// only.
class NavigationRail : public QToolBar {
  Q_OBJECT
 public:
  explicit NavigationRail(QWidget* parent = nullptr);

  /// Pages are numbered from 0 in the order of these calls.
  void addPage(const QString& title, const QIcon& icon, const QString& toolTip);
  void setCurrent(int page);
  QAbstractButton* button(int page) const;
  /// Shows the names if the window has room for them.
  void fit();

 Q_SIGNALS:
  void pageChosen(int page);
  /// Emitted for the current page too.
  void clicked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QButtonGroup* m_buttons;
  QVBoxLayout* m_column;
};

}  // namespace fw::ui
