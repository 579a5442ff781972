// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "project/clips.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace fw::ui {

class ClipStore;
class ThumbnailCache;

/// Shows groups of similar clips side by side; the user keeps one of each group, or all. The others leave the
/// project, one undo step per group; no file is touched. Shows the first dozen of a large group. GUI thread
/// only.
class DuplicatesDialog : public QDialog {
  Q_OBJECT
 public:
  explicit DuplicatesDialog(ClipStore& store, QWidget* parent = nullptr);

  /// Buttons of the current group, in the order of its clips.
  const std::vector<QPushButton*>& keepButtons() const { return m_keep; }
  QPushButton* nextButton() const { return m_next; }
  int groups() const { return static_cast<int>(m_groups.size()); }
  /// Number of the current group, and how many of its clips are not shown.
  QString placeText() const;

 private:
  struct Group {
    std::vector<int64_t> clips;
    std::vector<project::ClipRow> shown;  // the first of them
  };
  void showGroup();
  QWidget* makeClip(const project::ClipRow& row);
  void keepOnly(int64_t clip);
  void showPictures();

  ClipStore& m_store;
  ThumbnailCache* m_thumbnails;
  std::vector<Group> m_groups;
  size_t m_shown = 0;
  QLabel* m_place;
  QHBoxLayout* m_clips;
  std::vector<QLabel*> m_pictures;  // parallel to the shown group
  std::vector<QPushButton*> m_keep;
  QPushButton* m_back;
  QAction* m_keepAll;
  QPushButton* m_next;
};

}  // namespace fw::ui
