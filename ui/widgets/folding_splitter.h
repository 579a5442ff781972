// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace fw::ui {

/// Parts of a page side by side, or stacked when there is too little room, so that nobody has to scroll
/// sideways. Remembers the user's sizes for each direction. GUI thread only.
class FoldingSplitter : public QSplitter {
  Q_OBJECT
 public:
  /// @param linesBeside, linesBelow  minimum heights when side by side and stacked, in text lines; 0: as the
  /// parts need
  FoldingSplitter(int linesBeside, int linesBelow, QWidget* parent = nullptr);

  /// Initial widths when side by side, until the user moves a handle.
  void setWidths(const QList<int>& widths);
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fold();
  void turn();
  void holdParts();
  /// Whether the parts should be stacked.
  bool isNarrow() const;
  bool isBelow() const { return orientation() == Qt::Vertical; }
  int leastWidth(int part) const;
  int leastHeight() const;

  const int m_linesBeside;
  const int m_linesBelow;
  QList<int> m_widths;
  QByteArray m_other;  // the state last used in the other direction
};

}  // namespace fw::ui
