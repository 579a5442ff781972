// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

namespace fw::ui {

/// Parts of a page side by side, or below one another where there is no room for that, so that nobody scrolls
/// sideways to see one. What one has set in either direction is there again when it comes back. GUI thread
/// only.
class FoldingSplitter : public QSplitter {
  Q_OBJECT
 public:
  /// @param linesBeside, linesBelow  the least height of all, in lines of text; 0: what the parts need
  FoldingSplitter(int linesBeside, int linesBelow, QWidget* parent = nullptr);

  /// Of the parts side by side, until somebody moves what is between them.
  void setWidths(const QList<int>& widths);
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fold();
  void turn();
  void holdParts();
  /// Whether its parts are to be below one another.
  bool isNarrow() const;
  bool isBelow() const { return orientation() == Qt::Vertical; }
  int leastWidth(int part) const;
  int leastHeight() const;

  const int m_linesBeside;
  const int m_linesBelow;
  QList<int> m_widths;
  QByteArray m_other;  // its state when it last was in the other direction
};

}  // namespace fw::ui
