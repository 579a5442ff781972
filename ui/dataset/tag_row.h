// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

class QCompleter;
class QHBoxLayout;
class QLineEdit;
class QScrollArea;
class QStandardItemModel;
class QPushButton;

namespace fw::ui {

class ClipStore;

/// The tags of the selected clips as chips with clip counts: clicking a chip gives the tag to all of them, or
/// removes it if all have it. New tags are typed, separated by commas, with completion from the project's
/// tags. GUI thread only.
class TagRow : public QWidget {
  Q_OBJECT
 public:
  explicit TagRow(ClipStore& store, QWidget* parent = nullptr);

  void showClips(const std::vector<int64_t>& clips);
  QLineEdit* field() const { return m_field; }
  /// One per tag, most frequent first.
  const QList<QPushButton*>& chips() const { return m_chips; }

 Q_SIGNALS:
  /// Requests to list the clips with this tag.
  void listRequested(const QString& tag);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Tags;
  void read();
  void take(const Tags& tags);
  void fillKnown();
  QPushButton* makeChip(const QString& tag, int64_t count);
  void complete();
  void insertCompleted(const QModelIndex& index);
  void addTyped();

  ClipStore& m_store;
  QLineEdit* m_field;
  QScrollArea* m_scroller;
  QHBoxLayout* m_row;
  QStandardItemModel* m_known;                 // the project's tags
  std::map<std::string, int64_t> m_ofProject;  // the same, latest state
  std::map<std::string, int64_t> m_filled;     // contents of the model
  QCompleter* m_completer;
  QList<QPushButton*> m_chips;
  std::vector<int64_t> m_clips;
  std::map<std::string, int64_t> m_shown;  // contents of the chips
  size_t m_shownOf = 0;                    // number of clips they are for
  QString m_adding;                        // typed, and added by an edit in progress
};

}  // namespace fw::ui
