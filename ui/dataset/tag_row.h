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

/// The tags of the selected clips, each a chip with the number of clips that have it: a press gives it to all
/// of them, or takes it from all that have it. New ones are typed, separated by commas, and completed from
/// the project's. GUI thread only.
class TagRow : public QWidget {
  Q_OBJECT
 public:
  explicit TagRow(ClipStore& store, QWidget* parent = nullptr);

  void showClips(const std::vector<int64_t>& clips);
  QLineEdit* field() const { return m_field; }
  /// One for each tag, the most frequent first.
  const QList<QPushButton*>& chips() const { return m_chips; }

 Q_SIGNALS:
  /// The clips with this tag are to be listed.
  void listWanted(const QString& tag);

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
  std::map<std::string, int64_t> m_ofProject;  // the same, newest
  std::map<std::string, int64_t> m_filled;     // with which the model was filled
  QCompleter* m_completer;
  QList<QPushButton*> m_chips;
  std::vector<int64_t> m_clips;
  std::map<std::string, int64_t> m_shown;  // what the chips show
  size_t m_shownOf = 0;                    // of how many clips
  QString m_adding;                        // typed, and given by an edit that is under way
};

}  // namespace fw::ui
