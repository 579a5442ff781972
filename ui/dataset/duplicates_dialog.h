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

/// Clips that look alike side by side, a group after the other: one of them is kept, or all are. What is not
/// kept leaves the project, as one step of the undo history each; no file is touched. Of a large group the
/// first dozen is shown. GUI thread only.
class DuplicatesDialog : public QDialog {
  Q_OBJECT
 public:
  explicit DuplicatesDialog(ClipStore& store, QWidget* parent = nullptr);

  /// Those of the group that is shown, in the order of their clips.
  const std::vector<QPushButton*>& keepButtons() const { return m_keep; }
  QPushButton* nextButton() const { return m_next; }
  int groups() const { return static_cast<int>(m_groups.size()); }
  /// Which group is shown, and how many of its clips are not.
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
  std::vector<QLabel*> m_pictures;  // parallel to the group that is shown
  std::vector<QPushButton*> m_keep;
  QPushButton* m_back;
  QAction* m_keepAll;
  QPushButton* m_next;
};

}  // namespace fw::ui
