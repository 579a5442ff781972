// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "project/clips.h"

class QPlainTextEdit;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace fw::ui {

class ClipStore;

/// The captions of a clip after the first, each in its own field; hidden while there is none. Saves when the
/// focus leaves a field, another clip is shown or the project closes; each save is one undo step. GUI thread
/// only.
class OtherCaptions : public QWidget {
  Q_OBJECT
 public:
  explicit OtherCaptions(ClipStore& store, QWidget* parent = nullptr);
  ~OtherCaptions() override;

  /// As CaptionEditor::showClip; several clips show none.
  void showClip(const project::ClipRow* row, const std::vector<int64_t>& selected, bool isFresh);
  /// An empty field with the focus.
  void addCaption();
  void commit();
  const QList<QPlainTextEdit*>& edits() const { return m_edits; }
  /// The buttons that remove them, in the same order.
  const QList<QToolButton*>& removers() const { return m_removers; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::vector<std::string> texts() const;
  void setTexts(const std::vector<std::string>& texts);
  void addRow();
  void removeRow(qsizetype row);
  void resizeToRows();
  /// Removes fields without a text.
  void dropEmpty();

  ClipStore& m_store;
  QScrollArea* m_scroller;
  QVBoxLayout* m_column;
  QList<QWidget*> m_rows;
  QList<QPlainTextEdit*> m_edits;
  QList<QToolButton*> m_removers;
  qint64 m_clip = 0;
  std::vector<std::string> m_saved;
  std::optional<std::vector<std::string>> m_before;  // the saved ones before an edit in progress
};

}  // namespace fw::ui
