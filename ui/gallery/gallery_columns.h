// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

class QVBoxLayout;

namespace fw::ui {

/// The clips of a run, the pictures of the one that is looked at, and its recipe: side by side, or where
/// there is no room for that with the recipe below the pictures, so that nobody scrolls sideways. GUI thread
/// only.
class GalleryColumns : public QSplitter {
  Q_OBJECT
 public:
  GalleryColumns(QWidget* clips, QWidget* pictures, QWidget* recipe, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  bool isBelow() const { return m_recipe->parentWidget() != this; }
  /// Whether it is to be.
  bool belongsBelow() const;

  QWidget* m_pictures;
  QWidget* m_recipe;
  QVBoxLayout* m_column;
  QList<int> m_widths;  // as they were before the recipe went below
};

}  // namespace fw::ui
